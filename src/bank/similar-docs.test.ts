import { expect, it } from "vitest";
import { findSimilarDocs } from "./similar-docs.ts";

const BESIDE = ["REQ-001-user-login.md", "REQ-002-checkout.md", "REQ-003-退款流程.md", "index.md"];

it.each([
  ["REQ-009-logins-of-staff.md", ["REQ-001-user-login.md"]],
  ["REQ-010-退款审批.md", ["REQ-003-退款流程.md"]],
  ["REQ-001-search.md", []],
  ["REQ-002-checkout.md", []],
])("docs like %s share a word of the name, no number, and are not the doc itself", (name, like) => {
  expect(findSimilarDocs(name, BESIDE)).toEqual(like);
});

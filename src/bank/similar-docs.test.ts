import { describe, expect, it } from "vitest";
import { findSimilarDocs } from "./similar-docs.ts";

const doc = (path: string, title = "") => ({ path, title });
const DOCS = [
  doc("details/requirements/REQ-001-user-login.md", "User login"),
  doc("details/requirements/REQ-002-checkout.md", "Checkout with gift cards"),
  doc("details/requirements/REQ-003-refund.md", "退款流程与审批"),
  doc("details/learnings/2026-01-02-flaky-login-test.md", "A flaky test of the login"),
  doc("details/design/payments.md", "Payments"),
];

describe("docs like a new one", () => {
  it("are found by name and title, the likeliest first", () => {
    const wanted = doc("details/requirements/REQ-009-login-of-users.md", "Login of users");
    expect(findSimilarDocs(wanted, DOCS)).toEqual([
      "details/requirements/REQ-001-user-login.md",
      "details/learnings/2026-01-02-flaky-login-test.md",
    ]);
  });

  it("are found in Chinese", () => {
    const wanted = doc("details/requirements/REQ-010-tuikuan.md", "退款审批");
    expect(findSimilarDocs(wanted, DOCS)).toEqual(["details/requirements/REQ-003-refund.md"]);
  });

  it("are none where nothing is shared but a number, a date or the folder", () => {
    expect(findSimilarDocs(doc("details/requirements/REQ-001-search.md", "Search"), DOCS)).toEqual(
      [],
    );
    expect(findSimilarDocs(doc("details/learnings/2026-01-02-disk.md", "磁盘已满"), DOCS)).toEqual(
      [],
    );
    expect(findSimilarDocs(doc("a.md"), [])).toEqual([]);
  });

  it("are not the doc itself", () => {
    const [first] = DOCS;
    if (first === undefined) throw new Error("no docs");
    expect(findSimilarDocs(first, DOCS)).not.toContain(first.path);
  });
});

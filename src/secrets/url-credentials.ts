import type { Detector, Hit } from "./hit.ts";
import { isDummy, isNaming } from "./is-dummy.ts";
import { isReference } from "./is-reference.ts";

const URL =
  /\b([a-z][a-z0-9+.-]{1,30}):\/\/([^\s/:@"'`<>]{0,100}):([^\s/"'`<>]{1,200})@([^\s/@"'`<>]{1,100})/gi;
const DATABASE =
  /postgres|mysql|maria|mongo|redis|amqp|rabbit|mssql|sqlserver|clickhouse|cockroach|oracle|cassandra|neo4j|bolt|elastic|kafka|nats|ldap/i;
/** Passwords that tools are shipped with: everybody knows them. */
const SHIPPED = /^(?:postgres|mysql|root|admin|guest|user|test|redis|mongo|minioadmin|sa|pass)$/i;

/** `scheme://user:password@host`. Where it stands proves that it is a password, so words count too. */
export const findUrlCredentials: Detector = ({ changed }) => {
  const hits: Hit[] = [];
  for (const [line, text] of changed) {
    if (!text.includes("://")) continue;
    for (const [, scheme = "", user = "", password = ""] of text.matchAll(URL)) {
      const value = password === "x-oauth-basic" ? user : password;
      if (!isLiteral(value, user)) continue;
      const rule = DATABASE.test(scheme) ? "database-url" : "url-credentials";
      hits.push({ rule, value, line });
    }
  }
  return hits;
};

function isLiteral(password: string, user: string): boolean {
  if (password.length < 4 || (password === user && !/\d/.test(password))) return false;
  if (SHIPPED.test(password) || /^\d{1,5}$/.test(password) || /[^!-~]/.test(password)) return false;
  return !isReference(password) && !isDummy(password) && !isNaming(password);
}

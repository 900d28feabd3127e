import { deflateSync } from "node:zlib";

/** An expression for text that nobody can read before it runs. */
export function hiddenText(text: string): string {
  const packed = deflateSync(text).toString("base64");
  return `require('zlib').inflateSync(Buffer.from('${packed}','base64'))+''`;
}

/** A command with code that nobody can read before it runs. */
export function hidden(code: string): string {
  return `node -e "eval(${hiddenText(code)})"`;
}

/** A command with code that nobody can read before it runs. */
export function hidden(code: string): string {
  const encoded = Buffer.from(code).toString("base64");
  return `node -e "eval(Buffer.from('${encoded}','base64')+'')"`;
}

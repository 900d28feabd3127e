/** Prompt texts live in Markdown files beside the code that uses them; the build inlines them. */
declare module "*.md" {
  const text: string;
  export default text;
}

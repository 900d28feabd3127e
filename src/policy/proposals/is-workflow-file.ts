/** Files that say how the project is built, tested, run and released. Lockfiles follow from them. */
const WORKFLOW =
  /(?:^|\/)(?:package\.json|makefile|gnumakefile|justfile|taskfile\.ya?ml|rakefile|procfile|dockerfile[^/]*|(?:docker-)?compose[^/]*\.ya?ml|pyproject\.toml|tox\.ini|noxfile\.py|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|gemfile|deno\.jsonc?|turbo\.json|nx\.json|lerna\.json|pnpm-workspace\.yaml|tsconfig[^/]*\.json|jenkinsfile|\.gitlab-ci\.yml|\.pre-commit-config\.yaml)$|(?:^|\/)\.github\/workflows\/|(?:^|\/)\.husky\//i;

/** Whether a change of this file may change the project's commands or workflow. */
export function isWorkflowFile(path: string): boolean {
  return WORKFLOW.test(path.replaceAll("\\", "/"));
}

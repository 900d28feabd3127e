import type { Service } from "./facts.ts";
import { toName } from "./plain-text.ts";
import { tableAt, textAt } from "../formats/values.ts";
import type { ProjectView } from "./view.ts";

export const COMPOSE = /^(?:docker-)?compose\.ya?ml$/;
const DOCKERFILE = /^(?:docker\/)?(?:Dockerfile|Containerfile)$/;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const CI: readonly (readonly [file: RegExp, name: string])[] = [
  [/^\.gitlab-ci\.ya?ml$/, "GitLab CI"],
  [/^Jenkinsfile$/, "Jenkins"],
  [/^\.circleci\/config\.ya?ml$/, "CircleCI"],
  [/^\.?azure-pipelines(?:\.ya?ml|\/[^/]+\.ya?ml)$/, "Azure Pipelines"],
  [/^bitbucket-pipelines\.ya?ml$/, "Bitbucket Pipelines"],
  [/^\.buildkite\/[^/]+\.ya?ml$/, "Buildkite"],
  [/^\.travis\.ya?ml$/, "Travis CI"],
  [/^\.?appveyor\.ya?ml$/, "AppVeyor"],
  [/^\.drone\.ya?ml$/, "Drone"],
  [/^\.woodpecker(?:\.ya?ml|\/[^/]+\.ya?ml)$/, "Woodpecker"],
];
/** An image without a registry of its own: `postgres:16`, `bitnami/redis:7.2`. */
const PUBLIC_IMAGE = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_.-]*)?(?::[\w][\w.-]*)?$/;
const MOST_COMPOSE_SERVICES = 10;

/** Containers and CI, by the files that set them up. */
export function readServices(view: ProjectView): Service[] {
  const services: Service[] = [];
  if (view.matching(WORKFLOW).length > 0) {
    services.push({ kind: "ci", name: "GitHub Actions", source: ".github/workflows/" });
  }
  for (const [pattern, name] of CI) {
    const [source] = view.matching(pattern);
    if (source !== undefined) services.push({ kind: "ci", name, source });
  }
  const [dockerfile] = view.matching(DOCKERFILE);
  if (dockerfile !== undefined) {
    services.push({ kind: "container", name: "Docker", source: dockerfile });
  }
  const [compose] = view.matching(COMPOSE);
  if (compose === undefined) return services;
  services.push({ kind: "container", name: "Docker Compose", source: compose });
  return [...services, ...readComposeServices(view, compose)];
}

function readComposeServices(view: ProjectView, compose: string): Service[] {
  return Object.entries(tableAt(view.yaml(compose), "services"))
    .flatMap(([key, settings]): Service[] => {
      const name = toName(key, 60);
      if (name === undefined) return [];
      const image = textAt(settings, "image");
      const shown = image !== undefined && PUBLIC_IMAGE.test(image) ? image : undefined;
      return [{ kind: "compose-service", name, image: shown, source: compose }];
    })
    .slice(0, MOST_COMPOSE_SERVICES);
}

export { startHost, type Host } from "./host.ts";
export { answerQuestion, disposeInstance, hostGet } from "./host-call.ts";
export { shownTo, type ModelRequest } from "./model-request.ts";
export { builtPlugin, makeProject, type Project } from "./project.ts";
export { startScriptedModel, type ScriptedModel } from "./scripted-model.ts";
export { openSession, resumeSession, type Session } from "./session.ts";
export { call, calls, CONTEXT_FULL, fail, say, together, type Step } from "./step.ts";

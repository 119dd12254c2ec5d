export { catalogOf } from './catalog.ts'
export { workflowCommands } from './cli.ts'
export {
  getRunnable,
  keepInputFiles,
  prepareInputs,
  type ReadyInputs,
  type Runnable,
} from './get-runnable.ts'
export { processorFeeCents } from './guard-wallet.ts'
export { listenAsWorkflows } from './hooks.ts'
export { createWorkflow, readRecipe } from './publish-workflow.ts'
export { getListed, getRecipe, getVersion } from './queries.ts'
export { offerSample, recordRemix, withdrawSample } from './record-remix.ts'
export { workflowRoutes } from './routes.ts'
export { dependenciesOf, kindOfInput, type Recipe, type RecipeStep } from './rules-recipe.ts'
export { replaceDeep, replaceReferences } from './rules-references.ts'
export { type WorkflowRow, workflows, workflowVersions } from './tables.ts'

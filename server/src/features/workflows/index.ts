export { workflowCommands } from './cli.ts'
export { factsOf } from './facts-of.ts'
export {
  getRunnable,
  keepInputFiles,
  prepareInputs,
  type ReadyInputs,
  type Runnable,
} from './get-runnable.ts'
export { whyNotForSale } from './guard-wallet.ts'
export { estimateRun } from './guard-work.ts'
export { listenAsWorkflows } from './hooks.ts'
export { listWaiting } from './list-waiting.ts'
export { createWorkflow } from './publish-workflow.ts'
export { getListed, getRecipe, getVersion } from './queries.ts'
export { offerSample, recordRemix, withdrawSamples } from './record-remix.ts'
export { workflowRoutes } from './routes.ts'
export { dependenciesOf, type Recipe, type RecipeStep } from './rules-recipe.ts'
export { fillParams } from './rules-references.ts'
export { workflows, workflowVersions } from './tables.ts'

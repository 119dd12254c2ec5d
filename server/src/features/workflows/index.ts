export { findNamed } from './address.ts'
export { areTextsAdult } from './assert-texts-allowed.ts'
export { countLarge } from './count-large.ts'
export { createWorkflow, publishVersionAgain } from './create-workflow.ts'
export { estimateRun, factsOf, recipeToPreview } from './estimate-work.ts'
export { workflowEvents } from './events.ts'
export { lookUpModels } from './look-up-models.ts'
export { findPassedTests } from './passed-tests.ts'
export { workflowPorts } from './ports.ts'
export { keepInputFiles, prepareInputs, type ReadyInputs } from './prepare-inputs.ts'
export { launchOf, lowestPriceHere, offeredProof, whyNotForSale } from './price.ts'
export { publishWorkflow } from './publish-workflow.ts'
export { assertMayTest, readPublishable } from './read-publishable.ts'
export { hashRecipe, readUnfinished, refuseRecipe } from './read-recipe.ts'
export { readInputWords } from './read-words.ts'
export { fillStep, unavailableReason } from './recipe-providers.ts'
export {
  dependenciesOf,
  type Fault,
  fileNamed,
  filesIn,
  outputsOf,
  type Recipe,
  type RecipeStep,
  spreadCopies,
  writtenId,
} from './rules-recipe.ts'
export { takesWordsAlone } from './rules-texts.ts'
export {
  assertOpen,
  describeGoneModel,
  findClosed,
  getRunnable,
  measuredOf,
  type Runnable,
  timeOf,
  whyTooDear,
} from './runnable.ts'
export {
  adoptOwnSample,
  changeSample,
  clearSamples,
  findSampleFile,
  removeSample,
} from './sample.ts'
export { markTested, recordProofEnd, recordRemix, setFailing } from './track-record.ts'
export { getWorkflow, stateOf, viewCard, viewCards } from './view-workflow.ts'
export {
  announceWorkflows,
  findLive,
  getListed,
  getOwn,
  getRecipe,
  getVersion,
  isListed,
  listSeenWorkflows,
  lockWorkflows,
} from './workflow.ts'
export { getOwned, restorableSince, restorableUntil, setStateOf } from './workflow-state.ts'

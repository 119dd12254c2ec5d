export { cancelJob, streamJob } from './api.ts'
export { StepInput } from './inputs/step-input.tsx'
export { type Uploads, useUploads } from './inputs/use-uploads.ts'
export { uploadInlineImage } from './ports/upload-inline-image.ts'
export { findRefusals } from './read-error.ts'
export { collectInputs, findInlineImages } from './wizard/inputs.ts'
export {
  isComplete,
  reduceWizard,
  startWizard,
  type WizardAction,
  type WizardState,
} from './wizard/reducer.ts'
export { isEmpty } from './wizard/rules.ts'
export { parseImageSize, readValue, type WizardStep } from './wizard/step.ts'

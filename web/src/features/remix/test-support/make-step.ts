import type { WizardStep } from '../wizard/step.ts'

/** A step for tests: a required text input unless said otherwise. */
export function makeStep(part: Partial<WizardStep> = {}): WizardStep {
  return {
    key: 'subject',
    step_type: 'text_input',
    title: 'Subject',
    description: '',
    required: true,
    initial: null,
    imageSize: null,
    options: [],
    ideas: [],
    max_length: null,
    pattern: null,
    min: null,
    max: null,
    numeric: false,
    ...part,
  }
}

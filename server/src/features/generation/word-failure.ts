import { rulesOf } from '@vignette/contract/input-types.ts'
import { referencesIn } from '@vignette/contract/references.ts'
import type { ProviderError } from '../../providers/generation/spec.ts'
import type { Recipe } from '../workflows/index.ts'
import type { FailureWords } from './end-job.ts'
import type { JobRow } from './tables.ts'

type Run = Pick<JobRow, 'inputs' | 'paymentId' | 'test' | 'documentHash'>

/**
 * A provider's failure in the words of two readers. A buyer reads a sentence that holds nothing of
 * the recipe's inside; the creator reads the setting and what the vendor said, also in a test.
 */
export function wordFailure(recipe: Recipe, job: Run, error: ProviderError): FailureWords {
  const { code, byRecipe, publicMessage, told } = error
  if (job.test) return { code, message: told ?? publicMessage }
  const detail = told === undefined ? null : hideWords(told, recipe, job)
  if (!byRecipe) return { code, message: publicMessage, detail }
  const message = `This recipe has a fault; its creator is told. ${adviseBuyer(recipe, job, error)}`
  return { code, message, detail: detail ?? publicMessage, byRecipe }
}

function adviseBuyer(recipe: Recipe, job: Run, error: ProviderError): string {
  const choice = findChoice(recipe, error)
  if (job.paymentId === null) {
    return choice ? `Choose another ${choice}.` : 'Please choose another recipe.'
  }
  return choice
    ? `Choose another ${choice} or let the money go.`
    : 'Try again later, or let the money go.'
}

/** The label of the only choice that brings the setting at fault. */
function findChoice(recipe: Recipe, { stepId, setting }: ProviderError): string | undefined {
  const step = recipe.steps.find(({ id }) => id === stepId)
  const written = setting === undefined ? undefined : step?.params[setting]
  const names = referencesIn(JSON.stringify(written ?? ''))
  const [only, ...more] = recipe.inputs.filter(({ key }) => names.includes(key))
  return only?.step_type === 'select' && more.length === 0 ? only.display_name : undefined
}

/** Shorter words of a buyer say nothing of the buyer, and would be found in any sentence. */
const HIDDEN_FROM = 4

/** A vendor may quote what the buyer wrote, which a creator does not see. */
function hideWords(told: string, recipe: Recipe, { inputs }: Run): string {
  return recipe.inputs.reduce((text, input) => {
    const value = inputs[input.key]
    const isWritten = rulesOf(input).isTyped && !input.numeric && typeof value === 'string'
    return isWritten && value.length >= HIDDEN_FROM
      ? text.replaceAll(value, '[the buyer’s words]')
      : text
  }, told)
}

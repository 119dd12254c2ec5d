import { useQuery } from '@tanstack/react-query'
import { describeSize } from '@vignette/contract/output-size.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { runSizeQuery } from '../api.ts'
import { collectInputs, findInlineImages } from '../wizard/inputs.ts'
import type { WizardState } from '../wizard/reducer.ts'

interface Props {
  workflow: Pick<WorkflowView, 'id' | 'output_size'>
  wizard: WizardState
}

/**
 * The size of the run's file; where the visitor's picture decides, it appears once the picture is
 * uploaded.
 */
export function RunSize(props: Props) {
  const { output_size: told } = props.workflow
  if (told?.up_to && findInlineImages(props.wizard).length === 0) return <SizeOfInputs {...props} />
  return told && describeSize(told)
}

function SizeOfInputs({ workflow, wizard }: Props) {
  const { data } = useQuery(runSizeQuery(workflow.id, collectInputs(wizard)))
  const size = data?.output_size ?? workflow.output_size
  return size && describeSize(size)
}

import { type InputType, isInputType } from '@vignette/contract/input-types.ts'
import type { ComponentType } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { unsupportedMessage } from '../wizard/rules.ts'
import { FilesStep } from './files-step.tsx'
import { ImageStep } from './image-step.tsx'
import { MediaStep } from './media-step.tsx'
import { SelectStep } from './select-step.tsx'
import type { StepProps } from './step-props.ts'
import { TextareaStep, TextStep } from './text-step.tsx'

const WIDGETS: Record<InputType, ComponentType<StepProps>> = {
  text_input: TextStep,
  textarea: TextareaStep,
  select: SelectStep,
  image_input: ImageStep,
  video_input: MediaStep,
  audio_input: MediaStep,
}

export function StepInput(props: StepProps) {
  const type = props.step.step_type
  if (!isInputType(type)) return <Alert tone="warn">{unsupportedMessage(type)}</Alert>
  const Widget = props.step.max_files ? FilesStep : WIDGETS[type]
  return <Widget {...props} />
}

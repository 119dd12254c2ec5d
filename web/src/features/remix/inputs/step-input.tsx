import { Alert } from '../../../ui/alert.tsx'
import { unsupportedMessage } from '../wizard/rules.ts'
import { ImageStep } from './image-step.tsx'
import { MediaStep } from './media-step.tsx'
import { SelectStep } from './select-step.tsx'
import type { StepProps } from './step-props.ts'
import { TextareaStep, TextStep } from './text-step.tsx'

export function StepInput(props: StepProps) {
  switch (props.step.type) {
    case 'text_input':
      return <TextStep {...props} />
    case 'textarea':
      return <TextareaStep {...props} />
    case 'select':
      return <SelectStep {...props} />
    case 'image_input':
      return <ImageStep {...props} />
    case 'video_input':
    case 'audio_input':
      return <MediaStep {...props} />
    default:
      return <Alert tone="warn">{unsupportedMessage(props.step.type)}</Alert>
  }
}

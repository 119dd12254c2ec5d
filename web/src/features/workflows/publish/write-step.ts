import type { ProviderView } from '@vignette/contract/app.ts'

type FunctionView = ProviderView['functions'][number]

/** A step of this kind with its required fields, to paste into the steps. */
export function writeStep(provider: string, spec: FunctionView): string {
  const { needs } = spec
  const wants = (need: 'required' | 'optional' | 'none') => need === 'required'
  return JSON.stringify(
    {
      id: 'step_1',
      function_type: spec.function_type,
      provider,
      ...(wants(spec.model) ? { model: '' } : {}),
      ...(wants(needs.prompt) ? { prompt: '{{words}}' } : {}),
      ...(wants(needs.first_image) ? { first_image: '{{photo}}' } : {}),
      ...(wants(needs.last_image) ? { last_image: '{{photo_2}}' } : {}),
      ...(needs.videos.min > 0
        ? { videos: Array.from({ length: needs.videos.min }, (_, i) => `{{clip_${i + 1}}}`) }
        : {}),
    },
    null,
    2,
  )
}

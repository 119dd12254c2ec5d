import type { FunctionSpec } from '../spec.ts'

type Described = Pick<FunctionSpec, 'description' | 'params' | 'models'>

const NO_VIDEOS = { min: 0, max: 0 }

/** A vendor's model makes nothing twice alike, unless a seed is fixed. */
function hasFreeSeed(params: Record<string, unknown>): boolean {
  return (params['seed'] ?? null) === null
}

export function textToImage(spec: Described): FunctionSpec {
  return {
    functionType: 'text_to_image',
    title: 'Text to image',
    needs: { prompt: 'required', firstImage: 'none', lastImage: 'none', videos: NO_VIDEOS },
    output: 'image',
    varies: hasFreeSeed,
    model: 'optional',
    ...spec,
  }
}

export function imageToImage(spec: Described & { secondImage: 'optional' | 'none' }): FunctionSpec {
  const { secondImage, ...described } = spec
  return {
    functionType: 'image_to_image',
    title: 'Image to image',
    needs: {
      prompt: 'required',
      firstImage: 'required',
      lastImage: secondImage,
      videos: NO_VIDEOS,
    },
    output: 'image',
    varies: hasFreeSeed,
    model: 'optional',
    ...described,
  }
}

export function textToVideo(spec: Described): FunctionSpec {
  return {
    functionType: 'text_to_video',
    title: 'Text to video',
    needs: { prompt: 'required', firstImage: 'none', lastImage: 'none', videos: NO_VIDEOS },
    output: 'video',
    varies: hasFreeSeed,
    model: 'optional',
    ...spec,
  }
}

export function imageToVideo(spec: Described): FunctionSpec {
  return {
    functionType: 'image_to_video',
    title: 'Image to video',
    needs: {
      prompt: 'optional',
      firstImage: 'required',
      lastImage: 'optional',
      videos: NO_VIDEOS,
    },
    output: 'video',
    varies: hasFreeSeed,
    model: 'optional',
    ...spec,
  }
}

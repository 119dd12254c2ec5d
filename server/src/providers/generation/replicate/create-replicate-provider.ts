import { lookUpModel } from '../ai-sdk-kit/call-vendor.ts'
import { estimatePrice } from '../ai-sdk-kit/estimate-price.ts'
import {
  imageToImage,
  imageToVideo,
  textToImage,
  textToVideo,
} from '../ai-sdk-kit/function-specs.ts'
import { checkModel, textToVideoParams } from '../ai-sdk-kit/params.ts'
import { probeKey } from '../ai-sdk-kit/probe-key.ts'
import {
  describeAvailability,
  requireKey,
  type VendorOptions,
} from '../ai-sdk-kit/vendor-options.ts'
import type { GenerationProvider, StepCall } from '../spec.ts'
import {
  REPLICATE_DEFAULT_MODELS,
  REPLICATE_MODELS,
  REPLICATE_PRICES,
  replicateImageParams,
  replicateImageToImageParams,
  replicateImageToVideoParams,
} from './models.ts'
import { drawReplicatePicture } from './picture.ts'
import { cancelReplicateVideo, checkReplicateVideo, startReplicateVideo } from './video.ts'
import { replicateEndpoints } from './wire.ts'

export function createReplicateProvider(options: VendorOptions): GenerationProvider {
  const modelOf = (call: Pick<StepCall, 'functionType' | 'model'>) =>
    checkModel(call.model, REPLICATE_DEFAULT_MODELS[call.functionType] ?? '')
  return {
    id: 'replicate',
    title: 'Replicate',
    description: 'Pictures and videos by the models hosted at replicate.com.',
    costsOperator: true,
    forEveryCreator: false,
    sourceType: 'trainedAlgorithmicMedia',
    functions: [
      textToImage({
        description: 'Draws a picture from a text.',
        params: replicateImageParams,
        models: REPLICATE_MODELS.text_to_image,
      }),
      imageToImage({
        description: 'Changes a picture as the text says.',
        params: replicateImageToImageParams,
        models: REPLICATE_MODELS.image_to_image,
        secondImage: 'none',
      }),
      textToVideo({
        description: 'Makes a video from a text.',
        params: textToVideoParams,
        models: REPLICATE_MODELS.text_to_video,
      }),
      imageToVideo({
        description: 'Makes a video that begins with a picture, and may end with another.',
        params: replicateImageToVideoParams,
        models: REPLICATE_MODELS.image_to_video,
      }),
    ],
    pricedBy: ['duration'],
    availability: () => describeAvailability(options.apiKey, 'REPLICATE_API_TOKEN'),
    estimateCents: (call) =>
      estimatePrice(REPLICATE_PRICES, {
        model: modelOf(call),
        output: call.functionType.endsWith('_to_video') ? 'video' : 'image',
        durationSeconds:
          typeof call.params.duration === 'number' ? call.params.duration : undefined,
      }),
    // https://replicate.com/docs/reference/http#models.get; a version's id stands behind a colon.
    lookUpModel: (call, signal) => {
      const model = modelOf(call)
      const { baseURL, api } = replicateEndpoints(options)
      const [owner = '', name = ''] = (model.split(':')[0] ?? '').split('/').map(encodeURIComponent)
      return lookUpModel(options, api, {
        model,
        address: `${baseURL}/models/${owner}/${name}`,
        headers: { authorization: `Bearer ${requireKey(options.apiKey)}` },
        signal,
      })
    },
    // https://replicate.com/docs/reference/http#account.get
    probe: (signal) => {
      const { baseURL, api } = replicateEndpoints(options)
      return probeKey(options, api, {
        vendor: 'Replicate',
        variable: 'REPLICATE_API_TOKEN',
        address: `${baseURL}/account`,
        headers: { authorization: `Bearer ${requireKey(options.apiKey)}` },
        signal,
      })
    },
    start: async (call, io) =>
      call.functionType.endsWith('_to_video')
        ? startReplicateVideo(options, modelOf(call), call, io)
        : drawReplicatePicture(options, modelOf(call), call, io),
    check: (operation, io) => checkReplicateVideo(options, operation, io),
    cancel: (operation) => cancelReplicateVideo(options, operation),
  }
}

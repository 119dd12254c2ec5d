import type { FalProvider } from '@ai-sdk/fal'
import type { ReplicateProvider } from '@ai-sdk/replicate'
import type { experimental_startVideo as startVideo } from 'ai'

type CoreModel = Parameters<typeof startVideo>[0]['model']
type VendorModel = ReturnType<FalProvider['video']> | ReturnType<ReplicateProvider['video']>

/**
 * The SDK's core and the vendors' packages pin different patch releases of one model type, which differ in
 * `readonly` only.
 */
export function asCoreModel(model: VendorModel): CoreModel {
  return model as unknown as CoreModel
}

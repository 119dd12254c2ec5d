/** One input as `/object_info` tells it: its type, or a list's values, and what else a field needs. */
export type NodeInput = [type: string | string[], more?: Record<string, unknown>]

type Inputs = Record<string, NodeInput>

/** What `GET /object_info` says of a type of node. */
export interface NodeInfo {
  input: { required?: Inputs; optional?: Inputs; hidden?: Record<string, string> }
  input_order: Record<string, string[]>
  output: string[]
  output_is_list: boolean[]
  output_name: string[]
  name: string
  display_name: string
  description: string
  python_module: string
  category: string
  output_node: boolean
  api_node?: boolean
}

const MOST = 16384
// ComfyUI writes 2^64 - 1, which JSON.parse reads as this.
const SEED = 2 ** 64

const image: NodeInput = ['IMAGE']
const mask: NodeInput = ['MASK']
const model: NodeInput = ['MODEL']
const clip: NodeInput = ['CLIP']
const vae: NodeInput = ['VAE']
const latent: NodeInput = ['LATENT']
const conditioning: NodeInput = ['CONDITIONING']
const video: NodeInput = ['VIDEO']
const audio: NodeInput = ['AUDIO']
const flag = (value = false): NodeInput => ['BOOLEAN', { default: value }]
const line = (value = ''): NodeInput => ['STRING', { default: value }]
const text: NodeInput = ['STRING', { multiline: true, dynamicPrompts: true }]
const plug = (type: string): NodeInput => [type, { forceInput: true }]
const int = (value: number, min: number, max: number, more = {}): NodeInput => [
  'INT',
  { default: value, min, max, ...more },
]
const float = (value: number, min: number, max: number, step = 0.01): NodeInput => [
  'FLOAT',
  { default: value, min, max, step },
]
const seed = int(0, 0, SEED, { control_after_generate: true })
const side = (value: number, step = 8) => int(value, 16, MOST, { step })
const batch = int(1, 1, 4096)
/** A list as most nodes write it, and as those of the newer schema do. */
const list = (...values: string[]): NodeInput => [values, {}]
const combo = (...options: string[]): NodeInput => [
  'COMBO',
  { default: options[0], multiselect: false, options },
]

const SAMPLERS = ['euler', 'euler_ancestral', 'dpmpp_2m', 'dpmpp_2m_sde', 'uni_pc', 'ddim']
const SCHEDULERS = ['simple', 'normal', 'karras', 'exponential', 'sgm_uniform', 'beta']
const SCALES = ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos']
const CROPS = ['disabled', 'center']
const WEIGHTS = ['default', 'fp8_e4m3fn', 'fp8_e4m3fn_fast', 'fp8_e5m2']
const OPERATIONS = ['multiply', 'add', 'subtract', 'and', 'or', 'xor']

/** The models in this server's folders. */
export const CHECKPOINTS = ['a.safetensors', 'v1-5-pruned-emaonly.safetensors']
const LORAS = ['ink.safetensors', 'folder/clay.safetensors']
const CONTROLS = ['control_v11p_sd15_canny.pth', 'control_v11f1p_sd15_depth.pth']
const DIFFUSERS = ['flux1-dev.safetensors', 'wan2.2_ti2v_5B_fp16.safetensors']
const ENCODERS = ['clip_l.safetensors', 't5xxl_fp16.safetensors', 'umt5_xxl_fp8.safetensors']
const VAES = ['ae.safetensors', 'wan2.2_vae.safetensors']

const sampling = {
  steps: int(20, 1, 10000),
  cfg: float(8, 0, 100, 0.1),
  sampler_name: list(...SAMPLERS),
  scheduler: list(...SCHEDULERS),
}
const guided = { positive: conditioning, negative: conditioning }
const file = { filename_prefix: line('ComfyUI') }
const frame = { width: side(832, 16), height: side(480, 16), length: int(81, 1, MOST, { step: 4 }) }
const place = { x: int(0, 0, MOST), y: int(0, 0, MOST) }
const scaled = {
  upscale_method: list(...SCALES),
  width: int(512, 0, MOST),
  height: int(512, 0, MOST),
  crop: list(...CROPS),
}

type Row = [
  name: string,
  category: string,
  outputs: string,
  required: Inputs,
  more?: { optional?: Inputs; saves?: true; title?: string; module?: string; paid?: true },
]

// biome-ignore format: a table, one type of node a line.
const LOADERS: Row[] = [
  ['CheckpointLoaderSimple', 'loaders', 'MODEL CLIP VAE', { ckpt_name: list(...CHECKPOINTS) }],
  ['UNETLoader', 'advanced/loaders', 'MODEL', { unet_name: list(...DIFFUSERS), weight_dtype: list(...WEIGHTS) }],
  ['CLIPLoader', 'advanced/loaders', 'CLIP', { clip_name: list(...ENCODERS), type: list('stable_diffusion', 'sd3', 'wan') }, { optional: { device: list('default', 'cpu') } }],
  ['DualCLIPLoader', 'advanced/loaders', 'CLIP', { clip_name1: list(...ENCODERS), clip_name2: list(...ENCODERS), type: list('sdxl', 'sd3', 'flux', 'hunyuan_video') }, { optional: { device: list('default', 'cpu') } }],
  ['TripleCLIPLoader', 'advanced/loaders', 'CLIP', { clip_name1: combo(...ENCODERS), clip_name2: combo(...ENCODERS), clip_name3: combo(...ENCODERS) }],
  ['VAELoader', 'loaders', 'VAE', { vae_name: list(...VAES) }],
  ['LoraLoader', 'loaders', 'MODEL CLIP', { model, clip, lora_name: list(...LORAS), strength_model: float(1, -100, 100), strength_clip: float(1, -100, 100) }],
  ['LoraLoaderModelOnly', 'loaders', 'MODEL', { model, lora_name: list(...LORAS), strength_model: float(1, -100, 100) }],
  ['ControlNetLoader', 'loaders', 'CONTROL_NET', { control_net_name: list(...CONTROLS) }],
  ['CLIPVisionLoader', 'loaders', 'CLIP_VISION', { clip_name: list('clip_vision_h.safetensors') }],
  ['StyleModelLoader', 'loaders', 'STYLE_MODEL', { style_model_name: list('flux1-redux-dev.safetensors') }],
  ['UpscaleModelLoader', 'loaders', 'UPSCALE_MODEL', { model_name: list('4x-UltraSharp.pth') }],
  ['ImageOnlyCheckpointLoader', 'loaders/video_models', 'MODEL CLIP_VISION VAE', { ckpt_name: list('svd_xt.safetensors') }],
]

// biome-ignore format: a table, one type of node a line.
const CONDITIONS: Row[] = [
  ['CLIPTextEncode', 'conditioning', 'CONDITIONING', { text, clip }, { title: 'CLIP Text Encode (Prompt)' }],
  ['CLIPTextEncodeFlux', 'advanced/conditioning/flux', 'CONDITIONING', { clip, clip_l: text, t5xxl: text, guidance: float(3.5, 0, 100, 0.1) }],
  ['CLIPTextEncodeSDXL', 'advanced/conditioning', 'CONDITIONING', { clip, width: int(1024, 0, MOST), height: int(1024, 0, MOST), crop_w: int(0, 0, MOST), crop_h: int(0, 0, MOST), target_width: int(1024, 0, MOST), target_height: int(1024, 0, MOST), text_g: text, text_l: text }],
  ['CLIPSetLastLayer', 'conditioning', 'CLIP', { clip, stop_at_clip_layer: int(-1, -24, -1) }],
  ['CLIPVisionEncode', 'conditioning', 'CLIP_VISION_OUTPUT', { clip_vision: ['CLIP_VISION'], image, crop: list('center', 'none') }],
  ['StyleModelApply', 'conditioning/style_model', 'CONDITIONING', { conditioning, style_model: ['STYLE_MODEL'], clip_vision_output: ['CLIP_VISION_OUTPUT'], strength: float(1, 0, 10), strength_type: list('multiply', 'attn_bias') }],
  ['FluxGuidance', 'advanced/conditioning/flux', 'CONDITIONING', { conditioning, guidance: float(3.5, 0, 100, 0.1) }],
  ['FluxKontextImageScale', 'advanced/conditioning/flux', 'IMAGE', { image }],
  ['ReferenceLatent', 'advanced/conditioning/edit_models', 'CONDITIONING', { conditioning }, { optional: { latent } }],
  ['ConditioningCombine', 'conditioning', 'CONDITIONING', { conditioning_1: conditioning, conditioning_2: conditioning }],
  ['ConditioningConcat', 'conditioning', 'CONDITIONING', { conditioning_to: conditioning, conditioning_from: conditioning }],
  ['ConditioningZeroOut', 'advanced/conditioning', 'CONDITIONING', { conditioning }],
  ['ConditioningSetArea', 'conditioning', 'CONDITIONING', { conditioning, width: side(64), height: side(64), ...place, strength: float(1, 0, 10) }],
  ['ControlNetApply', 'conditioning/controlnet', 'CONDITIONING', { conditioning, control_net: ['CONTROL_NET'], image, strength: float(1, 0, 10) }],
  ['ControlNetApplyAdvanced', 'conditioning/controlnet', 'CONDITIONING:positive CONDITIONING:negative', { ...guided, control_net: ['CONTROL_NET'], image, strength: float(1, 0, 10), start_percent: float(0, 0, 1, 0.001), end_percent: float(1, 0, 1, 0.001) }, { optional: { vae } }],
  ['InpaintModelConditioning', 'conditioning/inpaint', 'CONDITIONING:positive CONDITIONING:negative LATENT:latent', { ...guided, vae, pixels: image, mask, noise_mask: flag(true) }],
  ['SVD_img2vid_Conditioning', 'conditioning/video_models', 'CONDITIONING:positive CONDITIONING:negative LATENT:latent', { clip_vision: ['CLIP_VISION'], init_image: image, vae, width: side(1024), height: side(576), video_frames: int(14, 1, 4096), motion_bucket_id: int(127, 1, 1023), fps: int(6, 1, 1024), augmentation_level: float(0, 0, 10) }],
  ['WanImageToVideo', 'conditioning/video_models', 'CONDITIONING:positive CONDITIONING:negative LATENT:latent', { ...guided, vae, ...frame, batch_size: batch }, { optional: { clip_vision_output: ['CLIP_VISION_OUTPUT'], start_image: image } }],
]

// biome-ignore format: a table, one type of node a line.
const SAMPLING: Row[] = [
  ['KSampler', 'sampling', 'LATENT', { model, seed, ...sampling, ...guided, latent_image: latent, denoise: float(1, 0, 1) }],
  ['KSamplerAdvanced', 'sampling', 'LATENT', { model, add_noise: list('enable', 'disable'), noise_seed: seed, ...sampling, ...guided, latent_image: latent, start_at_step: int(0, 0, 10000), end_at_step: int(10000, 0, 10000), return_with_leftover_noise: list('disable', 'enable') }],
  ['SamplerCustom', 'sampling/custom_sampling', 'LATENT:output LATENT:denoised_output', { model, add_noise: flag(true), noise_seed: seed, cfg: sampling.cfg, ...guided, sampler: ['SAMPLER'], sigmas: ['SIGMAS'], latent_image: latent }],
  ['SamplerCustomAdvanced', 'sampling/custom_sampling', 'LATENT:output LATENT:denoised_output', { noise: ['NOISE'], guider: ['GUIDER'], sampler: ['SAMPLER'], sigmas: ['SIGMAS'], latent_image: latent }],
  ['RandomNoise', 'sampling/custom_sampling/noise', 'NOISE', { noise_seed: seed }],
  ['BasicGuider', 'sampling/custom_sampling/guiders', 'GUIDER', { model, conditioning }],
  ['CFGGuider', 'sampling/custom_sampling/guiders', 'GUIDER', { model, ...guided, cfg: sampling.cfg }],
  ['KSamplerSelect', 'sampling/custom_sampling/samplers', 'SAMPLER', { sampler_name: sampling.sampler_name }],
  ['BasicScheduler', 'sampling/custom_sampling/schedulers', 'SIGMAS', { model, scheduler: sampling.scheduler, steps: sampling.steps, denoise: float(1, 0, 1) }],
  ['ModelSamplingFlux', 'advanced/model', 'MODEL', { model, max_shift: float(1.15, 0, 100), base_shift: float(0.5, 0, 100), width: side(1024), height: side(1024) }],
  ['ModelSamplingSD3', 'advanced/model', 'MODEL', { model, shift: float(3, 0, 100) }],
  ['VideoLinearCFGGuidance', 'sampling/video_models', 'MODEL', { model, min_cfg: float(1, 0, 100, 0.5) }],
]

// biome-ignore format: a table, one type of node a line.
const LATENTS: Row[] = [
  ['EmptyLatentImage', 'latent', 'LATENT', { width: side(512), height: side(512), batch_size: batch }],
  ['EmptySD3LatentImage', 'latent/sd3', 'LATENT', { width: side(1024, 16), height: side(1024, 16), batch_size: batch }],
  ['EmptyHunyuanLatentVideo', 'latent/video', 'LATENT', { ...frame, batch_size: batch }],
  ['Wan22ImageToVideoLatent', 'conditioning/inpaint', 'LATENT', { vae, ...frame, batch_size: batch }, { optional: { start_image: image } }],
  ['VAEDecode', 'latent', 'IMAGE', { samples: latent, vae }],
  ['VAEDecodeTiled', '_for_testing', 'IMAGE', { samples: latent, vae, tile_size: int(512, 64, 4096), overlap: int(64, 0, 4096), temporal_size: int(64, 8, 4096), temporal_overlap: int(8, 4, 4096) }],
  ['VAEEncode', 'latent', 'LATENT', { pixels: image, vae }],
  ['VAEEncodeForInpaint', 'latent/inpaint', 'LATENT', { pixels: image, vae, mask, grow_mask_by: int(6, 0, 64) }],
  ['SetLatentNoiseMask', 'latent/inpaint', 'LATENT', { samples: latent, mask }],
  ['LatentUpscale', 'latent', 'LATENT', { samples: latent, ...scaled }],
  ['LatentUpscaleBy', 'latent', 'LATENT', { samples: latent, upscale_method: list(...SCALES), scale_by: float(1.5, 0.01, 8) }],
  ['LatentComposite', 'latent', 'LATENT', { samples_to: latent, samples_from: latent, ...place, feather: int(0, 0, MOST) }],
  ['RepeatLatentBatch', 'latent/batch', 'LATENT', { samples: latent, amount: int(1, 1, 64) }],
]

// biome-ignore format: a table, one type of node a line.
const PICTURES: Row[] = [
  ['LoadImage', 'image', 'IMAGE MASK', { image: [[], { image_upload: true }] }],
  ['LoadImageMask', 'mask', 'MASK', { image: [[], { image_upload: true }], channel: list('alpha', 'red', 'green', 'blue') }],
  ['SaveImage', 'image', '', { images: image, ...file }, { saves: true, title: 'Save Image' }],
  ['PreviewImage', 'image', '', { images: image }, { saves: true, title: 'Preview Image' }],
  ['SaveAnimatedWEBP', 'image/animation', '', { images: image, ...file, fps: float(6, 0.01, 1000), lossless: flag(true), quality: int(80, 0, 100), method: list('default', 'fastest', 'slowest') }, { saves: true }],
  ['EmptyImage', 'image', 'IMAGE', { width: int(512, 1, MOST), height: int(512, 1, MOST), batch_size: batch, color: int(0, 0, 0xffffff, { display: 'color' }) }],
  ['ImageScale', 'image/upscaling', 'IMAGE', { image, ...scaled }, { title: 'Upscale Image' }],
  ['ImageScaleBy', 'image/upscaling', 'IMAGE', { image, upscale_method: list(...SCALES), scale_by: float(1, 0.01, 8) }],
  ['ImageScaleToTotalPixels', 'image/upscaling', 'IMAGE', { image, upscale_method: list(...SCALES), megapixels: float(1, 0.01, 16) }],
  ['ImageUpscaleWithModel', 'image/upscaling', 'IMAGE', { upscale_model: ['UPSCALE_MODEL'], image }],
  ['ImageInvert', 'image', 'IMAGE', { image }],
  ['ImageBatch', 'image', 'IMAGE', { image1: image, image2: image }],
  ['ImageCrop', 'image/transform', 'IMAGE', { image, width: int(512, 1, MOST), height: int(512, 1, MOST), ...place }],
  ['ImageBlend', 'image/postprocessing', 'IMAGE', { image1: image, image2: image, blend_factor: float(0.5, 0, 1), blend_mode: list('normal', 'multiply', 'screen', 'overlay') }],
  ['ImageBlur', 'image/postprocessing', 'IMAGE', { image, blur_radius: int(1, 1, 31), sigma: float(1, 0.1, 10) }],
  ['ImageSharpen', 'image/postprocessing', 'IMAGE', { image, sharpen_radius: int(1, 1, 31), sigma: float(1, 0.1, 10), alpha: float(1, 0, 5) }],
  ['ImagePadForOutpaint', 'image', 'IMAGE MASK', { image, left: int(0, 0, MOST), top: int(0, 0, MOST), right: int(0, 0, MOST), bottom: int(0, 0, MOST), feathering: int(40, 0, MOST) }],
  ['ImageCompositeMasked', 'image', 'IMAGE', { destination: image, source: image, ...place, resize_source: flag() }, { optional: { mask } }],
  ['Canny', 'image/preprocessors', 'IMAGE', { image, low_threshold: float(0.4, 0.01, 0.99), high_threshold: float(0.8, 0.01, 0.99) }],
  ['ImageToMask', 'mask', 'MASK', { image, channel: list('red', 'green', 'blue', 'alpha') }],
  ['MaskToImage', 'mask', 'IMAGE', { mask }],
  ['InvertMask', 'mask', 'MASK', { mask }],
  ['SolidMask', 'mask', 'MASK', { value: float(1, 0, 1), width: int(512, 1, MOST), height: int(512, 1, MOST) }],
  ['GrowMask', 'mask', 'MASK', { mask, expand: int(0, -MOST, MOST), tapered_corners: flag(true) }],
  ['FeatherMask', 'mask', 'MASK', { mask, left: int(0, 0, MOST), top: int(0, 0, MOST), right: int(0, 0, MOST), bottom: int(0, 0, MOST) }],
  ['MaskComposite', 'mask', 'MASK', { destination: mask, source: mask, ...place, operation: list(...OPERATIONS) }],
]

// biome-ignore format: a table, one type of node a line.
const FILMS: Row[] = [
  ['LoadVideo', 'image/video', 'VIDEO', { file: ['COMBO', { multiselect: false, options: [], video_upload: true }] }],
  ['CreateVideo', 'image/video', 'VIDEO', { images: image, fps: float(30, 1, 120, 1) }, { optional: { audio } }],
  ['GetVideoComponents', 'image/video', 'IMAGE:images AUDIO:audio FLOAT:fps', { video }],
  ['SaveVideo', 'image/video', '', { video, filename_prefix: line('video/ComfyUI'), format: combo('auto', 'mp4'), codec: combo('auto', 'h264') }, { saves: true }],
  ['SaveWEBM', 'image/video', '', { images: image, ...file, codec: combo('vp9', 'av1'), fps: float(24, 0.01, 1000), crf: float(32, 0, 63, 1) }, { saves: true }],
  ['LoadAudio', 'audio', 'AUDIO', { audio: [[], { audio_upload: true }] }],
]

// biome-ignore format: a table, one type of node a line.
const VALUES: Row[] = [
  ['PrimitiveInt', 'utils/primitive', 'INT', { value: int(0, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, { control_after_generate: true }) }],
  ['PrimitiveFloat', 'utils/primitive', 'FLOAT', { value: float(0, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) }],
  ['PrimitiveString', 'utils/primitive', 'STRING', { value: line() }],
  ['PrimitiveStringMultiline', 'utils/primitive', 'STRING', { value: ['STRING', { multiline: true }] }],
  ['PrimitiveBoolean', 'utils/primitive', 'BOOLEAN', { value: flag() }],
  ['StringConcatenate', 'utils/string', 'STRING', { string_a: text, string_b: text, delimiter: line() }],
  ['PreviewAny', 'utils', '', { source: ['*'] }, { saves: true }],
]

const api = 'comfy_api_nodes.nodes'
// biome-ignore format: a table, one type of node a line.
const PAID: Row[] = [
  ['OpenAIGPTImage1', 'api node/image/OpenAI', 'IMAGE', { prompt: text }, { optional: { seed: int(0, 0, 2 ** 31 - 1, { control_after_generate: true }), quality: combo('low', 'medium', 'high'), size: combo('auto', '1024x1024'), n: int(1, 1, 8), image, mask }, paid: true, module: `${api}_openai` }],
  ['FluxProUltraImageNode', 'api node/image/BFL', 'IMAGE', { prompt: text, prompt_upsampling: flag(), seed, aspect_ratio: line('16:9'), raw: flag() }, { optional: { image_prompt: image, image_prompt_strength: float(0.1, 0, 1) }, paid: true, module: `${api}_bfl` }],
  ['KlingImage2VideoNode', 'api node/video/Kling', 'VIDEO STRING:video_id STRING:duration', { start_frame: image, prompt: text, negative_prompt: text, model_name: combo('kling-v2-master', 'kling-v1'), cfg_scale: float(0.8, 0, 1), mode: combo('std', 'pro'), aspect_ratio: combo('16:9', '9:16', '1:1'), duration: combo('5', '10') }, { paid: true, module: `${api}_kling` }],
  ['GeminiImageNode', 'api node/image/Gemini', 'IMAGE STRING', { prompt: text, model: combo('gemini-2.5-flash-image'), seed }, { optional: { images: image }, paid: true, module: `${api}_gemini` }],
]

const custom = (name: string) => `custom_nodes.${name}`
// biome-ignore format: a table, one type of node a line.
const CUSTOM: Row[] = [
  ['VHS_VideoCombine', 'Video Helper Suite 🎥🅥🅗🅢', 'VHS_FILENAMES:Filenames', { images: image, frame_rate: float(8, 1, 1000, 1), loop_count: int(0, 0, 100), filename_prefix: line('AnimateDiff'), format: [['image/gif', 'image/webp', 'video/h264-mp4', 'video/webm'], { formats: {} }], pingpong: flag(), save_output: flag(true) }, { optional: { audio, vae }, saves: true, module: custom('comfyui-videohelpersuite') }],
  ['VHS_LoadVideo', 'Video Helper Suite 🎥🅥🅗🅢', 'IMAGE INT:frame_count AUDIO:audio VHS_VIDEOINFO:video_info', { video: [[], { video_upload: true }], force_rate: float(0, 0, 60, 1), custom_width: int(0, 0, MOST), custom_height: int(0, 0, MOST), frame_load_cap: int(0, 0, MOST), skip_first_frames: int(0, 0, MOST), select_every_nth: int(1, 1, MOST) }, { module: custom('comfyui-videohelpersuite') }],
  ['VHS_LoadVideoPath', 'Video Helper Suite 🎥🅥🅗🅢', 'IMAGE INT:frame_count AUDIO:audio VHS_VIDEOINFO:video_info', { video: ['STRING', { placeholder: 'X://insert/path/here.mp4', vhs_path_extensions: ['webm', 'mp4', 'mkv', 'gif', 'mov'] }], force_rate: float(0, 0, 60, 1) }, { module: custom('comfyui-videohelpersuite') }],
  ['VHS_LoadImagesPath', 'Video Helper Suite 🎥🅥🅗🅢', 'IMAGE MASK INT:frame_count', { directory: ['STRING', { placeholder: 'X://path/to/images', vhs_path_extensions: [] }] }, { module: custom('comfyui-videohelpersuite') }],
  ['Load Image Batch', 'WAS Suite/IO', 'IMAGE STRING:filename_text', { mode: list('single_image', 'incremental_image', 'random'), seed, index: int(0, 0, 150000), label: line('Batch 001'), path: line(), pattern: line('*') }, { module: custom('was-node-suite-comfyui') }],
  ['Load Text File', 'WAS Suite/IO', 'STRING DICT', { file_path: line(), dictionary_name: line('[filename]') }, { module: custom('was-node-suite-comfyui') }],
  ['LoadImageFromUrl', 'image', 'IMAGE MASK', { image: text }, { module: custom('comfyui-art-venture') }],
  ['Image Resize', 'WAS Suite/Image/Transform', 'IMAGE', { image, mode: list('rescale', 'resize'), supersample: list('true', 'false'), resampling: list('lanczos', 'nearest', 'bilinear', 'bicubic'), rescale_factor: float(2, 0.01, 16), resize_width: int(1024, 1, MOST), resize_height: int(1536, 1, MOST) }, { module: custom('was-node-suite-comfyui') }],
  ['PythonCode', 'utils/code', 'STRING:result LIST:result_lines STRING:stdout STRING:stderr BOOLEAN:ok', { script: text }, { module: custom('code-nodes') }],
  ['ShellCode', 'utils/code', 'STRING:stdout LIST:stdout_lines STRING:stderr BOOLEAN:ok', { script: text, stdin_text: text }, { module: custom('code-nodes') }],
  ['NodePython', 'DevTools', 'STRING IMAGE', { code: text }, { optional: { anyA: ['*'], anyB: ['*'] }, module: custom('ComfyUI_Python_Executor') }],
  ['ReActorFaceSwap', '🌌 ReActor', 'IMAGE:SWAPPED_IMAGE FACE_MODEL', { enabled: flag(true), input_image: image, swap_model: list('inswapper_128.onnx'), facedetection: list('retinaface_resnet50'), face_restore_model: list('none'), face_restore_visibility: float(1, 0.1, 1), codeformer_weight: float(0.5, 0, 1), detect_gender_input: list('no', 'female', 'male'), detect_gender_source: list('no', 'female', 'male'), input_faces_index: line('0'), source_faces_index: line('0'), console_log_level: list('0', '1', '2') }, { optional: { source_image: image }, module: custom('comfyui-reactor') }],
  ['IPAdapterAdvanced', 'ipadapter', 'MODEL', { model, ipadapter: ['IPADAPTER'], image, weight: float(1, -1, 5), weight_type: list('linear', 'ease in', 'style transfer'), combine_embeds: list('concat', 'add'), start_at: float(0, 0, 1), end_at: float(1, 0, 1), embeds_scaling: list('V only', 'K+V') }, { module: custom('comfyui_ipadapter_plus') }],
  ['IPAdapterUnifiedLoader', 'ipadapter', 'MODEL:model IPADAPTER:ipadapter', { model, preset: list('STANDARD (medium strength)', 'PLUS (high strength)') }, { optional: { ipadapter: ['IPADAPTER'] }, module: custom('comfyui_ipadapter_plus') }],
  ['DWPreprocessor', 'ControlNet Preprocessors/Faces and Poses Estimators', 'IMAGE POSE_KEYPOINT', { image }, { optional: { detect_hand: list('enable', 'disable'), detect_body: list('enable', 'disable'), resolution: int(512, 64, MOST) }, module: custom('comfyui_controlnet_aux') }],
  ['ImpactWildcardProcessor', 'ImpactPack/Prompt', 'STRING:processed text', { wildcard_text: text, populated_text: text, mode: list('populate', 'fixed', 'reproduce'), seed, 'Select to add Wildcard': [['Select the Wildcard to add to the text'], {}] }, { module: custom('comfyui-impact-pack') }],
  ['ShowText|pysssss', 'utils', 'STRING', { text: plug('STRING') }, { saves: true, title: 'Show Text 🐍', module: custom('comfyui-custom-scripts') }],
  ['Seed (rgthree)', 'rgthree', 'INT:SEED', { seed: int(0, -1_125_899_906_842_624, 1_125_899_906_842_624) }, { module: custom('rgthree-comfy') }],
]

/** The types of node that the stand-in knows, by name; the editor's own (notes, reroutes) are none of a server's. */
export const COMFY_NODES: Readonly<Record<string, NodeInfo>> = Object.fromEntries(
  [LOADERS, CONDITIONS, SAMPLING, LATENTS, PICTURES, FILMS, VALUES, PAID, CUSTOM]
    .flat()
    .map((row) => [row[0], describe(row)]),
)

function describe([name, category, outputs, required, more = {}]: Row): NodeInfo {
  const { optional, saves = false, title = name, module = 'nodes', paid } = more
  const named = outputs.split(/ (?=[A-Z*])/).filter(Boolean)
  const output = named.map((one) => one.split(':')[0] ?? one)
  return {
    input: {
      required,
      ...(optional && { optional }),
      ...(saves && { hidden: { prompt: 'PROMPT', extra_pnginfo: 'EXTRA_PNGINFO' } }),
    },
    input_order: {
      required: Object.keys(required),
      ...(optional && { optional: Object.keys(optional) }),
      ...(saves && { hidden: ['prompt', 'extra_pnginfo'] }),
    },
    output,
    output_is_list: output.map(() => false),
    output_name: named.map((one) => one.split(':')[1] ?? one),
    name,
    display_name: title,
    description: '',
    python_module: module,
    category,
    output_node: saves,
    ...(paid && { api_node: true }),
  }
}

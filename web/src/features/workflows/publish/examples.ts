import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'

export interface Example {
  id: string
  title: string
  shows: string
  recipe: Omit<RecipeDocument, 'user_id'>
}

/** Recipes that run unchanged on the provider without a key; the first prefills the page. */
export const EXAMPLES: readonly Example[] = [
  {
    id: 'text-to-image',
    title: 'Words to picture',
    shows: 'One text, one step',
    recipe: {
      name: 'Quiet landscapes',
      description: 'Name a place and a time of day and get a calm landscape of it.',
      price: 0,
      cost: 0,
      generation_time: 4000,
      output_type: 'image',
      license: 'personal',
      inputs: [
        {
          key: 'scene',
          type: 'text',
          display_name: 'Scene',
          description: 'A place, a time of day, the weather',
          max_length: 120,
        },
        {
          key: 'mood',
          type: 'text',
          display_name: 'Mood',
          description: 'How it should feel',
          options: ['calm', 'golden', 'misty', 'stormy'],
        },
      ],
      steps: [
        {
          id: 'draw',
          function_type: 'text_to_image',
          provider: 'local',
          prompt: '{{scene}}, {{mood}}',
          params: { aspect: '4:3' },
        },
      ],
      output: 'draw',
    },
  },
  {
    id: 'stylise',
    title: 'Photo to painting',
    shows: 'A photo, and a choice of style',
    recipe: {
      name: 'Oil portrait',
      description: 'Your photo as a painting.',
      price: 300,
      cost: 0,
      generation_time: 3000,
      output_type: 'image',
      license: 'personal',
      inputs: [
        {
          key: 'photo',
          type: 'image',
          display_name: 'Photo',
          description: 'A face or a place, well lit',
        },
      ],
      steps: [
        {
          id: 'paint',
          function_type: 'image_to_image',
          provider: 'local',
          first_image: '{{photo}}',
          params: { style: 'oil' },
        },
      ],
      output: 'paint',
    },
  },
  {
    id: 'upscale',
    title: 'Sharper and larger',
    shows: 'A neural model on this machine',
    recipe: {
      name: 'Double the pixels',
      description: 'A small picture, twice as wide and high, with its edges kept.',
      price: 150,
      cost: 0,
      generation_time: 6000,
      output_type: 'image',
      license: 'commercial',
      inputs: [
        {
          key: 'picture',
          type: 'image',
          display_name: 'Picture',
          description: 'At most 2 megapixels',
        },
      ],
      steps: [
        {
          id: 'enlarge',
          function_type: 'upscale_image',
          provider: 'local',
          first_image: '{{picture}}',
          params: { factor: 2 },
        },
      ],
      output: 'enlarge',
    },
  },
  {
    id: 'image-to-video',
    title: 'Picture to film',
    shows: 'A film, with a camera move to choose',
    recipe: {
      name: 'Slow camera',
      description: 'A camera moves through your picture.',
      price: 150,
      cost: 0,
      generation_time: 8000,
      output_type: 'mp4',
      license: 'personal',
      inputs: [
        {
          key: 'picture',
          type: 'image',
          display_name: 'Picture',
          description: 'The first frame of the film',
        },
        {
          key: 'move',
          type: 'text',
          display_name: 'Camera',
          description: 'How the camera moves',
          value: 'Zoom in',
          options: ['Zoom in', 'Zoom out', 'Pan left', 'Pan right'],
        },
      ],
      steps: [
        {
          id: 'film',
          function_type: 'image_to_video',
          provider: 'local',
          first_image: '{{picture}}',
          params: { move: '{{move}}', duration: 4 },
        },
      ],
      output: 'film',
    },
  },
  {
    id: 'draw-stylise-animate',
    title: 'Draw, paint, animate',
    shows: 'Three steps, each using the one before',
    recipe: {
      name: 'Painted moment',
      description: 'A scene from your words, painted, and then set in motion.',
      price: 500,
      cost: 0,
      generation_time: 12000,
      output_type: 'mp4',
      license: 'cc-by',
      inputs: [
        {
          key: 'scene',
          type: 'text',
          display_name: 'Scene',
          description: 'What to draw',
          max_length: 160,
        },
      ],
      steps: [
        { id: 'draw', function_type: 'text_to_image', provider: 'local', prompt: '{{scene}}' },
        {
          id: 'paint',
          function_type: 'image_to_image',
          provider: 'local',
          first_image: '{{draw}}',
          params: { style: 'oil' },
        },
        {
          id: 'animate',
          function_type: 'image_to_video',
          provider: 'local',
          first_image: '{{paint}}',
        },
      ],
      output: 'animate',
    },
  },
]

/** An example with the caller's user_id, which publishing requires. */
export function writeExample(example: Example, userId: string): string {
  const { name, description, ...rest } = example.recipe
  return JSON.stringify({ name, description, user_id: userId, ...rest }, null, 2)
}

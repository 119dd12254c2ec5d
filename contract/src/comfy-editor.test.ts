import { expect, test } from 'vitest'
import { spreadEditor } from './comfy-editor.ts'
import { isParts, type Parts } from './comfy-file.ts'
import { readNodeTypes } from './comfy-nodes.ts'
import { importComfy } from './comfy-recipe.ts'
import { Drawing, drawFixture, INFO } from './test-support/comfy-fixtures.ts'

const types = readNodeTypes(INFO)
const spread = (workflow: Parts) => spreadEditor(workflow, types)
const read = (workflow: Parts) => importComfy({ workflow }, { name: 'Fox', types })
const inputsOf = (workflow: Parts, id: string) => {
  const node = spread(workflow).prompt[id]
  return isParts(node) ? node.inputs : undefined
}

test('the editor’s save becomes the graph that its server runs', () => {
  const saved = drawFixture(0b1011101).save()
  expect(spread(saved)).toMatchObject({ faults: [] })
  expect(inputsOf(saved, '4')).toEqual({
    model: ['7', 0],
    seed: 0b1011101,
    steps: 31,
    cfg: 7,
    sampler_name: 'euler',
    scheduler: 'normal',
    positive: ['2', 0],
    negative: ['3', 0],
    latent_image: ['9', 0],
    denoise: 1,
  })
  // The reroute before the decoder is gone.
  expect(inputsOf(saved, '5')).toEqual({ samples: ['4', 0], vae: ['1', 2] })
  expect(
    Object.values(spread(saved).prompt).map((node) => isParts(node) && node.class_type),
  ).toEqual([
    'CheckpointLoaderSimple',
    'CLIPTextEncode',
    'CLIPTextEncode',
    'KSampler',
    'VAEDecode',
    'SaveImage',
    'LoraLoader',
    'LoadImage',
    'VAEEncode',
  ])
  const { document, form, faults } = read(saved)
  expect(faults).toEqual([])
  expect(document).toMatchObject({ inputs: [{ value: 'a fox 93' }, { type: 'image' }] })
  expect(form.map(({ kind, isTaken }) => [kind, isTaken])).toEqual([
    ['words', true],
    ['words', false],
    ['seed', true],
    ['photo', true],
  ])
})

test('a bypassed node passes its input on, a muted one ends the link', () => {
  const bypassed = drawFixture(0b11).save()
  expect(inputsOf(bypassed, '4')).toMatchObject({ model: ['1', 0] })
  expect(inputsOf(bypassed, '2')).toMatchObject({ clip: ['1', 1] })
  const muted = drawFixture(0b100001).save()
  expect(read(muted).faults).toMatchObject([
    { node: { type: 'SaveImage' }, message: 'its input “images” is not connected' },
  ])
})

test('older files tell of a seed’s control by true or false, and newer ones leave out what they have', () => {
  const saved = drawFixture(0).save()
  const sampler = saved.nodes.find(({ type }) => type === 'KSampler')
  if (sampler) sampler.widgets_values = [7, true, 20, 8]
  expect(inputsOf(saved, '4')).toMatchObject({ seed: 7, steps: 20, cfg: 8, denoise: 1 })
})

test('Get follows the Set of its name, out of a subgraph too', () => {
  const drawing = drawFixture(0)
  const [load, , , sampler] = drawing.nodes
  const set = drawing.add('SetNode', ['model'])
  const get = drawing.add('GetNode', ['model'])
  drawing.link(load!, 0, set, '')
  drawing.link(get, 0, sampler!, 'model')
  expect(inputsOf(drawing.save(), '4')).toMatchObject({ model: ['1', 0] })
  const without = drawing.save()
  without.nodes = without.nodes.filter(({ type }) => type !== 'SetNode')
  expect(read(without).faults).toMatchObject([{ message: 'its input “model” is not connected' }])
})

/** The whole drawing within a subgraph that shows its prompt, and the steps of its sampler. */
function wrap(n: number): Parts {
  const { nodes, links } = drawFixture(n).save()
  const save = nodes.find(({ type }) => type === 'SaveImage')
  const inside = nodes.filter((node) => node !== save)
  const text = inside.find(({ type }) => type === 'CLIPTextEncode')
  text?.inputs.push({ name: 'text', type: 'STRING', link: 99 })
  const end = links.find(([, , , to]) => to === save?.id) ?? []
  return {
    nodes: [
      {
        id: 50,
        type: 'abc',
        inputs: [],
        outputs: [{ name: 'IMAGE', type: 'IMAGE', links: [1] }],
        properties: {
          proxyWidgets: [
            ['-1', 'text'],
            ['4', 'steps'],
            ['4', 'control_after_generate'],
          ],
        },
        widgets_values: ['an owl', 12, 'randomize'],
      },
      {
        id: 51,
        type: 'SaveImage',
        inputs: [{ name: 'images', type: 'IMAGE', link: 1 }],
        widgets_values: ['x'],
      },
    ],
    links: [[1, 50, 0, 51, 0, 'IMAGE']],
    definitions: {
      subgraphs: [
        {
          id: 'abc',
          inputNode: { id: -10 },
          outputNode: { id: -20 },
          inputs: [{ name: 'text', label: 'Your animal', type: 'STRING', linkIds: [99] }],
          outputs: [{ name: 'IMAGE', type: 'IMAGE' }],
          nodes: inside,
          links: [
            ...links
              .filter((link) => link !== end)
              .map(([id, origin_id, origin_slot, target_id, target_slot]) => ({
                id,
                origin_id,
                origin_slot,
                target_id,
                target_slot,
              })),
            { id: 99, origin_id: -10, origin_slot: 0, target_id: text?.id, target_slot: 1 },
            { id: 98, origin_id: end[1], origin_slot: end[2], target_id: -20, target_slot: 0 },
          ],
        },
      ],
    },
  }
}

test('subgraphs are spread out, with the values that they show', () => {
  const saved = wrap(0)
  expect(inputsOf(saved, '51')).toMatchObject({ images: ['50:5', 0] })
  expect(inputsOf(saved, '50:2')).toEqual({ text: 'an owl', clip: ['50:1', 1] })
  expect(inputsOf(saved, '50:4')).toMatchObject({ steps: 12, model: ['50:1', 0] })
  const { form, faults } = read(saved)
  expect(faults).toEqual([])
  expect(form.find(({ kind, isTaken }) => kind === 'words' && isTaken)).toMatchObject({
    title: 'Your animal',
    value: 'an owl',
    node: { id: '50:2' },
  })
})

test('app mode names the fields of subgraphs in each of its ways', () => {
  const titles = (inputs: unknown[]) =>
    read({ ...wrap(0), extra: { linearMode: true, linearData: { inputs, outputs: [51] } } })
      .form.filter(({ isTaken, kind }) => isTaken && kind !== 'seed')
      .map(({ title }) => title)
  const uuid = '91f6bbe2-ed41-4fd6-bac7-71d5b5864ecb'
  expect(
    titles([
      [50, 'text'],
      [50, 'steps', { height: 1 }],
    ]),
  ).toEqual(['Your animal', 'Steps'])
  expect(titles([[`${uuid}:50:text`, 'text']])).toEqual(['Your animal'])
  expect(
    titles([
      [`${uuid}:4`, 'cfg'],
      ['3', 'text'],
    ]),
  ).toEqual(['Negative', 'Cfg'])
})

test('one field that feeds several nodes is asked for once', () => {
  const drawing = drawFixture(0)
  const shared = drawing.add('PrimitiveNode', ['one text for both'], { title: 'Subject' })
  for (const node of drawing.nodes.filter(({ type }) => type === 'CLIPTextEncode')) {
    drawing.link(shared, 0, node, 'text')
  }
  const { document, form } = read(drawing.save())
  const words = form.filter(({ kind }) => kind === 'words')
  expect(words).toMatchObject([{ title: 'Subject', places: [{ node: '2' }, { node: '3' }] }])
  expect(JSON.stringify(document?.steps).match(/\{\{subject\}\}/g)).toHaveLength(2)
})

test('what cannot be read is told, and takes no time', () => {
  const circle = new Drawing()
  const [one, two] = [circle.add('Reroute'), circle.add('Reroute')]
  const save = circle.add('SaveImage', ['x'])
  circle.link(one, 0, two, '')
  circle.link(two, 0, one, '')
  circle.link(two, 0, save, 'images')
  expect(read(circle.save()).faults[0]?.message).toBe('The file leads in a circle.')
  const nested = {
    id: 'a',
    nodes: [
      { id: 1, type: 'a' },
      { id: 2, type: 'a' },
    ],
    links: [],
  }
  const endless = { nodes: [{ id: 1, type: 'a' }], links: [], definitions: { subgraphs: [nested] } }
  expect(read(endless).faults[0]?.message).toMatch(
    /^The file has (?:too many subgraphs|subgraphs in a circle)\.$/,
  )
  const group = { nodes: [{ id: 1, type: 'workflow>mine', title: 'Mine' }], links: [] }
  expect(read(group).faults).toMatchObject([
    { node: { id: '1', title: 'Mine' }, message: expect.stringContaining('group node') as string },
  ])
  const lost = drawFixture(0).save()
  lost['links'] = []
  expect(read(lost).faults[0]?.message).toContain('by a link that the file does not have')
  expect(importComfy({ workflow: lost }, { name: '', types: undefined }).faults).toMatchObject([
    { node: null, message: expect.stringContaining('Export (API)') as string },
  ])
})

test('a node that the server lacks is read where the file names its fields, and else told', () => {
  const saved = drawFixture(0).save()
  const sampler = saved.nodes.find(({ type }) => type === 'KSampler')
  Object.assign(sampler ?? {}, { type: 'Unknown' })
  expect(read(saved)).toMatchObject({
    document: null,
    missing: [{ kind: 'node', name: 'Unknown' }],
    faults: [{ message: expect.stringContaining('its values cannot be read') as string }],
  })
  for (const name of ['seed', 'steps', 'cfg', 'sampler_name', 'scheduler', 'denoise']) {
    sampler?.inputs.push({ name, type: 'INT', link: null, widget: { name } })
  }
  expect(read(saved)).toMatchObject({ faults: [], missing: [{ name: 'Unknown' }] })
  expect(inputsOf(saved, '4')).toMatchObject({ seed: 0, steps: 20, denoise: 1 })
})

import { expect, test } from 'vitest'
import { layOut } from './graph.tsx'

test('each step stands one column behind the last that it uses', () => {
  const { nodes, ways } = layOut({
    inputs: [{ key: 'photo' }, { key: 'mood' }],
    steps: [
      { id: 'paint', first_image: '{{photo}}', params: { words: ['{{mood}}'] } },
      { id: 'film', first_image: 'paint', prompt: 'of {{mood}}, {{ghost}}' },
    ],
  })
  expect(nodes.map(({ name, column, row }) => `${name} ${column} ${row}`)).toEqual([
    'photo 0 0',
    'mood 0 1',
    'paint 1 0',
    'film 2 0',
  ])
  expect(ways.map(([from, to]) => `${from.name}>${to.name}`)).toEqual([
    'mood>paint',
    'photo>paint',
    'mood>film',
    'paint>film',
  ])
})

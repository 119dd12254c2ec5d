import { expect, test } from 'vitest'
import { fitChildren } from './fit-children.ts'

const at = (gigabytes: number, processors: number) =>
  fitChildren({ memoryMb: gigabytes * 1024, processors })

test('a machine of enough memory has a child of each kind for each processor', () => {
  expect(at(24, 2)).toEqual({ drawing: 2, drawingShort: 1, products: 2, uploads: 3 })
  expect(at(64, 8)).toEqual({ drawing: 8, drawingShort: 1, products: 8, uploads: 8 })
})

test('a small machine has one child of each kind and none besides for short drawings', () => {
  const least = { drawing: 1, drawingShort: 0, products: 1, uploads: 1 }
  expect(at(2, 2)).toEqual(least)
  expect(at(2, 16)).toEqual(least)
  expect(at(0.5, 1)).toEqual(least)
})

test.each([3, 4, 8, 16])('all children of %i GB fit into it beside the server', (gigabytes) => {
  const { drawing, drawingShort, products, uploads } = at(gigabytes, 64)
  const children = drawing + drawingShort + products + uploads
  expect(500 + children * 500).toBeLessThanOrEqual(gigabytes * 1024)
})

test('the machine is asked where nothing is given', () => {
  expect(fitChildren().drawing).toBeGreaterThanOrEqual(1)
})

import { expect, it } from 'vitest'
import { placePicture, toPercentRect, toStageRect, UNTOUCHED } from './edit.ts'

const natural = { width: 1200, height: 800 }

it('the whole picture fits a stage of 600×400', () => {
  expect(placePicture(natural, UNTOUCHED)).toEqual({
    stage: { width: 600, height: 400 },
    scale: 0.5,
    centre: { x: 300, y: 200 },
  })
})

it('the stage rotates with the picture', () => {
  expect(placePicture(natural, { ...UNTOUCHED, rotation: 90 }).stage).toEqual({
    width: 267,
    height: 400,
  })
})

it('zoom keeps the middle, and pan stops at the edge', () => {
  const zoomed = { ...UNTOUCHED, zoom: 3 }
  expect(placePicture(natural, zoomed)).toMatchObject({ scale: 1.5, centre: { x: 300, y: 200 } })
  // The left edge of the picture, 1800 wide on the stage, meets the left edge of the stage.
  expect(placePicture(natural, { ...zoomed, panX: -1 }).centre.x).toBe(900)
  expect(placePicture(natural, { ...zoomed, panX: -9 }).centre.x).toBe(900)
})

it('a picture smaller than the stage cannot be panned', () => {
  expect(placePicture(natural, { ...UNTOUCHED, zoom: 0.5, panX: 1 }).centre.x).toBe(300)
})

it('a crop is kept in percent, so that the crop is the same on a small screen', () => {
  const stage = { width: 600, height: 400 }
  const rect = { x: 60, y: 40, width: 300, height: 200 }
  expect(toPercentRect(rect, stage)).toEqual({ x: 10, y: 10, width: 50, height: 50 })
  expect(toStageRect(toPercentRect(rect, stage), stage)).toEqual(rect)
})

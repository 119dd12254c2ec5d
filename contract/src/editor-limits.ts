export const EDITOR = {
  zoom: { min: 0.1, max: 3, step: 0.1 },
  tone: { min: -100, max: 100 },
  rotation: { min: -180, max: 180 },
  displayWidth: 600,
  displayHeight: 400,
  exportDebounceMs: 500,
  ratioTolerance: 0.01,
  ratios: [
    ['Free', null],
    ['1:1', 1],
    ['4:3', 4 / 3],
    ['16:9', 16 / 9],
    ['3:2', 3 / 2],
    ['2:3', 2 / 3],
  ],
} as const

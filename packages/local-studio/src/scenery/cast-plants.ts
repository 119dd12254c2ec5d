import { hex, mix } from '../drawing/colour.ts'
import type { Surface } from '../drawing/surface.ts'
import type { Ground } from './ground.ts'
import { leafColour, paintCactus, paintPalm, paintTree } from './plants.ts'
import { has } from './setting.ts'

export function castPlants({ pen, width, u }: Surface, ground: Ground): void {
  const { setting, shade, random, away, at } = ground
  const { palette } = setting
  const trees = has(setting, 'tree') ?? has(setting, 'blossom')
  const piny =
    !has(setting, 'blossom') && ['forest', 'mountains', 'snowfield', 'lake'].includes(setting.place)
  for (let i = 0; trees && !piny && i < Math.min(trees.count, 7); i++) {
    const x = i === 0 ? (setting.lightX < 0.5 ? 0.68 : 0.32) : random.between(0.06, 0.94)
    const leaf = trees.colour ? mix(trees.colour, shade, 0.2) : leafColour(setting, shade)
    paintTree(
      pen,
      x * width,
      at(x, 6),
      u * (i === 0 ? 390 : random.between(150, 280)),
      leaf,
      shade,
      palette.light,
      random.fork(`tree ${i}`),
    )
  }
  const palms = has(setting, 'palm') ?? (setting.place === 'tropics' ? { count: 3 } : undefined)
  for (let i = 0; palms && i < Math.max(2, palms.count); i++) {
    const x = i % 2 === 0 ? random.between(0.04, 0.2) : random.between(0.8, 0.97)
    paintPalm(
      pen,
      x * width,
      at(x, 20),
      u * random.between(330, 520),
      shade,
      random.fork(`palm ${i}`),
    )
  }
  const cacti = has(setting, 'cactus')
  for (let i = 0; cacti && i < Math.max(3, cacti.count); i++) {
    const x = i === 0 ? away : random.between(0.05, 0.95)
    paintCactus(
      pen,
      x * width,
      at(x, 14),
      u * (i === 0 ? 270 : random.between(70, 150)),
      mix(shade, hex('#1d3b2f'), 0.4),
      palette.light,
      random,
    )
  }
}

import { animals } from './by-hand/animals.mjs'
import { boats } from './by-hand/boats.mjs'
import { buildings } from './by-hand/buildings.mjs'
import { clothes } from './by-hand/clothes.mjs'
import { family } from './by-hand/family.mjs'
import { feasts } from './by-hand/feasts.mjs'
import { food } from './by-hand/food.mjs'
import { furniture } from './by-hand/furniture.mjs'
import { garden } from './by-hand/garden.mjs'
import { household } from './by-hand/household.mjs'
import { monsters } from './by-hand/monsters.mjs'
import { peopleOfTales } from './by-hand/people-of-tales.mjs'
import { performers } from './by-hand/performers.mjs'
import { plants } from './by-hand/plants.mjs'
import { street } from './by-hand/street.mjs'
import { toys } from './by-hand/toys.mjs'
import { trades } from './by-hand/trades.mjs'
import { vehicles } from './by-hand/vehicles.mjs'

/**
 * Figures drawn by hand, and hand-drawn bodies under heads of the set, in the set's box of 32 units.
 * A part is [fill, path, opacity, [scale, x, y]]; `set` gives the parts of one figure of the set.
 */
export const figuresByHand = (set) => ({
  ...animals(set),
  ...boats,
  ...buildings(set),
  ...clothes,
  ...family(set),
  ...feasts,
  ...food,
  ...furniture,
  ...garden,
  ...household,
  ...monsters(set),
  ...peopleOfTales(set),
  ...performers(set),
  ...plants,
  ...street(set),
  ...toys,
  ...trades(set),
  ...vehicles(set),
})

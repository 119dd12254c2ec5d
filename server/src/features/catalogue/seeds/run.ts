/** What a run of the first catalogue made, used as an input like any public picture: its sample where no run is named. */
export interface MadeWith {
  madeWith: string
  run?: number
}

export type Given = Record<string, string | MadeWith>

/** One run of the first catalogue: the house account that makes it, and the inputs. */
export interface Run {
  by: string
  given: Given
}

const OF_THE_HOUSE = 'Part of Vignette’s first catalogue.'

/** What the page of each creator of the first catalogue says. */
export const CREATOR_LINES: Readonly<Record<string, readonly string[]>> = {
  'ines.botha': ['Flowers, cards, and pages from storybooks.', OF_THE_HOUSE],
  'lumen-lab': ['Night skies, pets in bold colours, and small pictures made large.', OF_THE_HOUSE],
  'marit.olen': ['Places you miss, and places you make up.', OF_THE_HOUSE],
  'print-room': ['Posters, prints and logos in a few good inks.', OF_THE_HOUSE],
  'reel.and.rest': ['Short films out of still pictures and clips.', OF_THE_HOUSE],
  'tomas-vell': ['Paint: over your photos, and for the wall behind the sofa.', OF_THE_HOUSE],
}

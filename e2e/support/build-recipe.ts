import type { SlowHand } from './slow-hand.ts'

async function addInput(hand: SlowHand, kind: string, label: string): Promise<void> {
  await hand.pick(/^A new input$/, kind)
  await hand.open(/^Add input$/)
  await hand.isAt(/^Label$/)
  await hand.writeHere(label)
}

async function addStep(hand: SlowHand, title: string): Promise<void> {
  await hand.pick(/^A new step$/, title)
  await hand.open(/^Add step$/)
  await hand.isAt(/^What it does$/)
}

/**
 * From the first field of an empty recipe: a photo and a choice, and three steps at the smallest
 * sizes, of which the second names the choice and the third makes a film.
 */
export async function buildRecipe(hand: SlowHand): Promise<void> {
  await hand.write(/^Name of the recipe$/, 'Ink portrait')
  await hand.write(/^Description$/, 'Your photo in two inks, on film.')
  await addInput(hand, 'Photo', 'Your photo')
  await addInput(hand, 'Choice', 'Time of day')
  await hand.open(/^Add a choice$/)
  await hand.isAt(/^Choice 1$/)
  await hand.type('By day')
  await hand.write(/^The steps get, for choice 1/, 'amber')
  await hand.open(/^Add a choice$/)
  await hand.isAt(/^Choice 2$/)
  await hand.type('At night')
  await hand.write(/^The steps get, for choice 2/, 'navy')
  await addStep(hand, 'Stylise a picture')
  await hand.pick(/^Style$/, 'poster')
  await addStep(hand, 'Stylise a picture')
  await hand.to(/^Prompt$/)
  await hand.type('Printed in /')
  await hand.press('Enter')
  await hand.type(' ink')
  await hand.pick(/^Style$/, 'duotone')
  await addStep(hand, 'Film a picture')
  await hand.write(/^Duration, exactly$/, '1')
  await hand.write(/^Fps, exactly$/, '12')
  await hand.write(/^Size, exactly$/, '256')
}

import { CREATED, defineRows, EVERYBODY, nothing } from '../row.ts'
import { aPicture } from '../world.ts'

export const mediaRows = defineRows({
  uploadFile: [
    {
      on: 'one’s own name',
      answers: CREATED,
      ask: () => ({ params: { kind: 'image' }, form: () => aPicture() }),
    },
  ],
  uploadImage: [
    { on: 'one’s own name', answers: CREATED, ask: () => ({ form: () => aPicture() }) },
  ],
  getProvenance: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
})

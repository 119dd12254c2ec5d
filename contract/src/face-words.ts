/** What a buyer says of the faces in a photo; of several photos the answer that stands last here is kept. */
export const FACE_ANSWERS = ['me', 'agreed', 'public'] as const
export type FaceAnswer = (typeof FACE_ANSWERS)[number]

export const FACE_WORDS: Record<FaceAnswer, string> = {
  me: 'It is me',
  agreed: 'Everyone shown has agreed',
  public: 'A public figure, in a way that the law allows',
}

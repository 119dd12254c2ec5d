import type { FrontPoster } from '@vignette/contract/front-page.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { track } from '../../../lib/analytics.ts'
import { navigate } from '../../../lib/router.tsx'
import { drawFrontPoster, readWords } from '../api.ts'
import {
  callOf,
  faultOf,
  isAsked,
  readWish,
  remixAddress,
  type Wish,
  wordsOf,
} from './poster-words.ts'
import { type Drawer, startDrawer } from './start-drawer.ts'

const LONG_SIDE = 768
/** The pause after a key before the poster is drawn, so that fast typing draws once. */
const REST_MS = 120
const CHECK_MS = 600
const PATIENCE_MS = 1_500

type State = 'idle' | 'drawing' | 'slow' | 'drawn' | 'failed' | 'sent'

const SAYS: Partial<Record<State, string>> = {
  slow: 'Fetching the pens. The connection is slow.',
  failed: 'The poster cannot be drawn here. “Make this poster” still works.',
}

/** Draws over the sample while the visitor writes in the form, which works without this part too. */
export function LivePoster({
  poster,
  form,
  note,
}: {
  poster: FrontPoster
  form: RefObject<HTMLFormElement | null>
  /** Where the part says under the field what it does. */
  note: RefObject<HTMLElement | null>
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<State>('idle')
  const [wish, setWish] = useState<Wish>({})
  const [drawn, setDrawn] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [unable, setUnable] = useState(false)
  /** The server's picture with its words, once this browser has failed to draw. */
  const [sent, setSent] = useState({ words: '', picture: '' })
  const drawer = useRef<Drawer>(undefined)
  const typed = wish[poster.field.key] ?? ''
  const tooLong = faultOf(poster, wish)
  const refused = tooLong ?? refusal
  /** Empty while the sample is what the form asks for, and where the words have no room. */
  const words = isAsked(poster, wish) && !tooLong ? wordsOf(poster, wish) : ''

  useEffect(() => {
    const started = startDrawer((picture) => {
      if (!picture) return setUnable(true)
      const sheet = canvas.current
      if (sheet) {
        sheet.width = picture.width
        sheet.height = picture.height
        sheet.getContext('2d')?.drawImage(picture, 0, 0)
      }
      picture.close()
      setState('drawn')
    })
    drawer.current = started
    return () => started.end()
  }, [])

  useEffect(() => {
    const element = form.current
    if (!element) return
    const read = () => setWish(readWish(element, poster))
    read()
    element.addEventListener('input', read)
    return () => element.removeEventListener('input', read)
  }, [form, poster])

  useEffect(() => {
    const element = form.current
    if (!element) return
    const go = (event: SubmitEvent) => {
      // The form says itself that the name is missing.
      if (!typed.trim()) return
      event.preventDefault()
      if (refused) return fieldOf(element, poster)?.focus()
      track('landing_cta_clicked', { cta: 'poster' })
      navigate(remixAddress(poster, readWish(element, poster)))
    }
    element.addEventListener('submit', go)
    return () => element.removeEventListener('submit', go)
  }, [form, poster, refused, typed])

  useEffect(() => {
    if (!words) return setState('idle')
    if (unable) return
    const rest = setTimeout(() => {
      setState((before) => (before === 'drawn' ? before : 'drawing'))
      const { aspect, seed } = poster.draw
      drawer.current?.draw({ ...callOf(poster, wish), seed, aspect, longSide: LONG_SIDE })
    }, REST_MS)
    return () => clearTimeout(rest)
  }, [words, wish, poster, unable])

  useEffect(() => {
    if (!unable || !words) return
    const stop = new AbortController()
    setState((before) => (before === 'sent' ? before : 'drawing'))
    const rest = setTimeout(() => {
      void drawFrontPoster({ ...wish, [poster.field.key]: words }, stop.signal).then(
        (picture) => {
          if (stop.signal.aborted) return
          setSent({ words, picture })
          setState('sent')
        },
        () => !stop.signal.aborted && setState('failed'),
      )
    }, CHECK_MS)
    return () => {
      clearTimeout(rest)
      stop.abort()
    }
  }, [words, wish, poster, unable])

  useEffect(() => {
    setRefusal(undefined)
    if (!words) return
    const stop = new AbortController()
    const rest = setTimeout(() => {
      setDrawn(words)
      if (!typed) return
      // Without an answer the poster stays: the run checks the words again.
      void readWords(poster.workflow_id, wish, stop.signal)
        .catch(() => undefined)
        .then((fault) => {
          if (!stop.signal.aborted) setRefusal(fault)
        })
    }, CHECK_MS)
    return () => {
      clearTimeout(rest)
      stop.abort()
    }
  }, [typed, words, wish, poster])

  useEffect(() => {
    // Where the server draws, this message never shows: the request starts only after a pause in
    // typing.
    if (state !== 'drawing' || unable) return
    const wait = setTimeout(() => setState('slow'), PATIENCE_MS)
    return () => clearTimeout(wait)
  }, [state, unable])

  useEffect(() => {
    const field = form.current && fieldOf(form.current, poster)
    if (refused) field?.setAttribute('aria-invalid', 'true')
    else field?.removeAttribute('aria-invalid')
  }, [form, poster, refused, typed])

  const isDrawn = words !== '' && !refused
  const shows = state === 'drawn' && isDrawn
  const showsSent = state === 'sent' && isDrawn
  const isSpoken = (shows && drawn === words) || (showsSent && sent.words === words)
  const spoken = isSpoken ? `Poster drawn: ${words}` : ''
  return (
    <>
      {showsSent && (
        <img
          src={sent.picture}
          alt={`A poster of ${sent.words}`}
          className="absolute inset-0 size-full motion-safe:animate-fade"
        />
      )}
      <canvas
        ref={canvas}
        role="img"
        aria-label={`A poster of ${words}`}
        hidden={!shows}
        className="absolute inset-0 size-full motion-safe:animate-fade"
      />
      {note.current &&
        createPortal(
          <>
            <span role="status" className={spoken ? 'sr-only' : undefined}>
              {refused ? '' : (SAYS[state] ?? spoken)}
            </span>
            {refused && (
              <span role="alert" className="text-danger">
                {refused}
              </span>
            )}
          </>,
          note.current,
        )}
    </>
  )
}

function fieldOf(form: HTMLFormElement, poster: FrontPoster): HTMLInputElement | null {
  return form.querySelector(`[name="input.${poster.field.key}"]`)
}

import { render } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { onNews, usePageTitle } from './use-page-title.ts'

function Page({ title, spoken }: { title: string; spoken?: string }) {
  usePageTitle(title, spoken)
  return null
}

test('a counting title is shown in the tab and not announced', () => {
  const news: string[] = []
  onNews((words) => news.push(words))
  onTestFinished(() => onNews(() => undefined))
  const page = render(<Page title="1% · Fox" spoken="Remix Fox" />)
  page.rerender(<Page title="2% · Fox" spoken="Remix Fox" />)
  expect(document.title).toBe('2% · Fox — Vignette')
  expect(news).toEqual(['Remix Fox — Vignette'])
})

test('any other title is shown and announced', () => {
  const news: string[] = []
  onNews((words) => news.push(words))
  onTestFinished(() => onNews(() => undefined))
  render(<Page title="Terms" />)
  expect([document.title, ...news]).toEqual(['Terms — Vignette', 'Terms — Vignette'])
})

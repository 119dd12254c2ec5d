export { LettersPanel } from './components/letters-panel.tsx'

export { SharePanel, type ShareSubject } from './components/share-panel.tsx'

import { expect, test } from 'vitest'
import { readStyles } from './used-styles.ts'

const page = '<p class="a md:b" style="color:var(--inline)"><b class="[&amp;&gt;i]:c">'

test.each([
  ['a class of the page', '.a{x:1}', '.a{x:1}'],
  ['a class that is not there', '.z{x:1}', ''],
  ['one selector of a list', '.z,.a{x:1}', '.z,.a{x:1}'],
  ['a class beside one that is not there', '.a .z{x:1}', ''],
  ['a rule without a class', 'p::after{content:"}.z{"}', 'p::after{content:"}.z{"}'],
  ['an escaped name', '.md\\:b,.z{x:1}', '.md\\:b,.z{x:1}'],
  ['a name with entities', '.\\[\\&\\>i\\]\\:c>i{x:1}', '.\\[\\&\\>i\\]\\:c>i{x:1}'],
  ['a class that must be absent', '.a:not(.z){x:1}', '.a:not(.z){x:1}'],
  ['a choice among classes', ':is(.z,.y) .a{x:1}', ':is(.z,.y) .a{x:1}'],
  ['a comma within a name', '.m-\\[max\\(1px\\,2px\\)\\]{x:1}', ''],
  ['a group', '@layer l{@media (a){.z{x:1}}.a{x:1}}', '@layer l{.a{x:1}}'],
  ['a group of nothing', '@media (a){.z{x:1}}', ''],
  ['a statement', '@layer a,b;.z{x:1}', '@layer a,b;'],
  [
    'an animation that a rule names',
    '.a{animation:f 1s}@keyframes f{to{x:1}}@keyframes g{to{x:1}}',
    '.a{animation:f 1s}@keyframes f{to{x:1}}',
  ],
  [
    'properties that are read',
    ':root{--p:1;--q:2;--inline:3}.a{x:var(--q)}',
    ':root{--q:2;--inline:3}.a{x:var(--q)}',
  ],
  [
    'a typed property',
    '.a{x:var(--p)}@property --p{inherits:false}@property --q{inherits:false}',
    '.a{x:var(--p)}@property --p{inherits:false}',
  ],
  ['a comment', '/*! x */.a{x:1}', '.a{x:1}'],
])('a page carries the rules that it uses: %s', (_, css, used) => {
  expect(readStyles(css)(page)).toBe(used)
})

import { expect, it } from '@jest/globals';
import { checkTones, tonesIn, tonesText, tonesToSave } from '../src/features/configuration/own-tones.ts';

const workshop = { name: 'Workshop', example: 'Hi Sam,\n\nwe had the same leak.\n\nCheers, Ada' };
const empty = { name: '', example: '' };

it('own tones survive being held as one text of the form, and empty ones are not saved', () => {
  expect(tonesText([])).toBe('');
  expect(tonesIn('')).toEqual([]);
  expect(tonesIn(tonesText([workshop]))).toEqual([workshop]);
  expect(tonesText([workshop, empty])).toBe(tonesText([workshop]));
  expect(tonesToSave(tonesText([empty, workshop]))).toEqual([workshop]);
});

it('a tone needs a name of its own and an example', () => {
  expect(checkTones(tonesText([workshop, empty]))).toEqual({});
  expect(checkTones(tonesText([{ ...workshop, name: ' ' }]))).toEqual({ 'ownTones.0.name': 'Give this tone a name' });
  expect(checkTones(tonesText([workshop, { ...workshop, name: 'workshop ' }]))).toEqual({
    'ownTones.1.name': 'Another tone has this name',
  });
  expect(checkTones(tonesText([{ ...workshop, name: 'Casual' }]))).toEqual({
    'ownTones.0.name': 'Another tone has this name',
  });
  expect(checkTones(tonesText([{ ...workshop, example: '' }]))).toEqual({
    'ownTones.0.example': 'Add a message as an example',
  });
});

import { MUTANTS, mutate } from '../../faults/mutants.cjs';

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
	'the mistake “%s” still fits the code',
	(_name, mutant) => {
		expect(mutate(mutant)).toContain(mutant.replace);
	},
);

test('a mistake that does not fit is named', () => {
	const mutant = { ...MUTANTS[0], find: 'nowhere to be found' };
	expect(() => mutate(mutant)).toThrow(/does not fit nodes\/Postiz\/.+: correct/);
});

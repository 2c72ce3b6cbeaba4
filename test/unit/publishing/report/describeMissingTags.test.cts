import { describeMissingTags } from '../../../../nodes/Postiz/publishing/report/describeMissingTags';

test('names each missing tag once', () => {
	expect(describeMissingTags(['Tea', 'Tea', 'Cake'])).toMatch(
		/^Postiz has no tag “Tea”, “Cake”\. .*Create them/,
	);
	expect(describeMissingTags([])).toBe('');
});

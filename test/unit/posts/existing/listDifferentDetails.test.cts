import { digestByKey } from '../../../../nodes/Postiz/common/digest';
import { listDifferentDetails } from '../../../../nodes/Postiz/posts/existing/listDifferentDetails';
import {
	createDesiredPost,
	createItem,
	FINGERPRINT,
	REQUEST_FIELDS,
} from '../../publishing/createItem.cjs';
import { createExisting } from './createExisting.cjs';

const createPost = (details: object) =>
	createDesiredPost({
		item: createItem({ requestFields: { ...REQUEST_FIELDS, tags: [{ label: 'a', value: 'a' }] } }),
		settings: { who: 'all' },
		parts: [{ content: 'Tea', files: [{ extension: 'png' }] }],
		fingerprint: { ...FINGERPRINT, detailsDigest: digestByKey({ ...details }) },
	});
const findDifferences = (desired: object, existing: object) => {
	const fingerprint = {
		...createExisting().fingerprint!,
		detailsDigest: digestByKey({ ...existing }),
	};
	return listDifferentDetails(createPost(desired), createExisting({ fingerprint }));
};

test.each([
	['settings.who', 'settings'],
	['tags.a', 'tags'],
	['alt.0', 'alt texts'],
	['delays', 'delays'],
	['inter', 'repetition'],
	['shortLink', 'Shorten Links'],
	['format', 'Text Format'],
])('names a different %s: %s', (key, kind) => {
	expect(findDifferences({ [key]: 1 }, {})).toEqual([kind]);
	expect(findDifferences({}, { [key]: 1 })).toEqual([kind]);
	expect(findDifferences({ [key]: 1 }, { [key]: 1 })).toEqual([]);
});

test('names nothing if only the existing post has a tag, or if it has no fingerprint', () => {
	expect(findDifferences({}, { 'tags.b': true })).toEqual([]);
	expect(listDifferentDetails(createPost({}), createExisting({ fingerprint: undefined }))).toEqual(
		[],
	);
	expect(listDifferentDetails(createPost({}))).toEqual([]);
});

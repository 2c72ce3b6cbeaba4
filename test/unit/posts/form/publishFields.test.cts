import { fieldsOfCreateFromJson } from '../../../../nodes/Postiz/posts/form/publishFields';
import { parseBody } from '../../../../nodes/Postiz/publishing/read/readJson';
import { catchProblem } from '../../support/catchProblem.cjs';

test('the default JSON only lacks the channel', () => {
	const initial = String(fieldsOfCreateFromJson.find(({ name }) => name === 'json')!.default);
	expect(catchProblem(() => parseBody(initial))[0]).toBe(
		'In the JSON, posts[0].integration.id must be the ID of a channel',
	);
	const filledIn = initial.replace('"id": ""', '"id": "c1"');
	expect(parseBody(filledIn)).toEqual({
		bodyFields: {},
		posts: [{ integrationId: 'c1', parts: [{ text: '', files: [] }], settings: {} }],
	});
});

import { channelField, postField, unknownId } from '../../../nodes/Postiz/resources/shared/ids';

test.each([
	['channel', 'Channel > Get Many'],
	['post', 'Post > Get Many'],
	['group', 'Post > Get Many'],
] as const)('an unknown %s is named, and where its ID comes from', (what, source) => {
	const explain = unknownId(what, 'id-1');
	const answer = { status: 404, headers: {}, body: { message: 'Not found' } };
	expect(explain(answer)).toEqual({
		message: `Postiz knows no ${what} with the ID “id-1”`,
		description: expect.stringContaining(source),
	});
});

test('any other answer means what it means to every call', () => {
	const explain = unknownId('post', 'id-1');
	for (const [status, message] of [
		[200, ''],
		[401, 'Invalid API key'],
		[404, 'Cannot DELETE /public/v1/posts/id-1'],
		[500, 'Database is gone'],
	] as const) {
		expect(explain({ status, headers: {}, body: { message } })).toBeUndefined();
	}
});

test('a channel and a post are picked from a list or entered by ID', () => {
	for (const field of [channelField('The channel to delete'), postField('The post to delete')]) {
		expect(field).toMatchObject({ type: 'resourceLocator', required: true });
		expect(field.description).toMatch(/^The (channel|post) to delete$/);
		expect(field.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
	}
});

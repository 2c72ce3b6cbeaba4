import { channelOf } from '../../../../service/client.cjs';
import { createPost, inDays, storePost } from '../../../support/posts.cjs';
import { callsOf, useService } from '../../../support/useService.cjs';

const service = useService();

/** What is said of a post that is due tomorrow. */
async function noteOn() {
	service.requests.length = 0;
	const { output, error } = await createPost(service, {
		type: 'schedule',
		date: inDays(1),
		content: 'Fresh tea',
		options: { ifExists: 'skip' },
	});
	expect(error).toBeUndefined();
	return output[0][0].json.note;
}
const asked = () => callsOf(service).filter((call) => call.endsWith('/notifications')).length;

test('a post says that its channel lost its connection, if others are stuck there', async () => {
	storePost(service, 'bluesky', { publishDate: inDays(-1), goesOutAt: null, state: 'QUEUE' });
	service.loseConnection(channelOf(service, 'bluesky'));
	expect(await noteOn()).toMatch(
		/^Connection lost on \d{4}-\d\d-\d\d \d\d:\d\d UTC: reconnect the channel in Postiz/,
	);
	expect(asked()).toBe(1);
});

test('a post on a channel where all go out costs no request for that', async () => {
	storePost(service, 'x', { publishDate: inDays(-1), goesOutAt: null, state: 'QUEUE' });
	service.loseConnection(channelOf(service, 'bluesky'));
	expect(await noteOn()).toBeUndefined();
	expect(asked()).toBe(0);
});

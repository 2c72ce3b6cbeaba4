import { startService, type Service } from '../../../service/server.cjs';
import { channelOf } from '../../../service/client.cjs';
import {
	createForm,
	createPost,
	onChannels,
	onlyBody,
	postRequests,
} from '../../support/posts.cjs';

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

const toSlack = (channel: string) =>
	createForm(service, {
		content: 'Tea',
		...onChannels({
			provider: 'slack',
			integrationId: { __rl: true, mode: 'id', value: channelOf(service, 'slack') },
			channel: { __rl: true, mode: 'id', value: channel },
		}),
	});
const lookUps = () => service.requests.filter(({ path }) => path.includes('integration-trigger'));

test('a name in place of an ID is looked up in the list of the channel', async () => {
	const { error } = await createPost(service, toSlack('#Coffee talk'));
	expect(error).toBeUndefined();
	const { posts } = onlyBody(service);
	expect(posts[0].settings).toMatchObject({ channel: 'coffee-talk' });
	expect(lookUps()).toHaveLength(1);
});

test('what is in no list is refused with the choices, and an ID is not looked up', async () => {
	const { error } = await createPost(service, toSlack('Cofee'));
	expect(error?.message).toBe(
		'Slack: Slack Channel must be an ID, or the name of one of the Slack channels, not “Cofee”',
	);
	expect(error?.description).toContain('Choose one of these: General (general), ');
	expect(postRequests(service)).toEqual([]);
	const { error: none } = await createPost(service, toSlack('C0123456789'));
	expect([none, lookUps().length]).toEqual([undefined, 1]);
});

import type { Json, WorkflowNode } from '../../types';
import { log, node, of } from './fixture.cjs';

const upload = (options: Json = {}, more: Json = {}, name = 'Publish'): WorkflowNode =>
	node(
		name,
		'n8n-nodes-base.youTube',
		{
			resource: 'video',
			operation: 'upload',
			title: '={{ $json.title }}',
			regionCode: 'US',
			categoryId: '22',
			options,
			...more,
		},
		{ credentials: { youTubeOAuth2Api: { id: 'y1', name: 'YouTube of Acme' } } },
	);

const film = { data: 'film.mp4' };

export const youtubeNodes = of('YouTube node', [
	{
		name: 'a film with all that Postiz takes',
		count: 8,
		rows: [{ title: 'How we roast', text: 'From green to brown' }],
		files: film,
		nodes: [
			upload({
				description: '={{ $json.text }}',
				tags: 'coffee,beans',
				privacyStatus: 'unlisted',
				selfDeclaredMadeForKids: true,
				notifySubscribers: true,
			}),
		],
		says: [/“categoryId”/],
		posts: [
			{
				on: 'youtube',
				text: 'From green to brown',
				files: ['film.mp4'],
				settings: {
					title: 'How we roast',
					type: 'unlisted',
					selfDeclaredMadeForKids: 'yes',
					tags: [
						{ value: 'coffee', label: 'coffee' },
						{ value: 'beans', label: 'beans' },
					],
				},
			},
		],
	},
	{
		name: 'the link of the film, behind it',
		count: 9,
		rows: [{ title: 'How we roast' }],
		files: film,
		nodes: [
			upload(),
			log(
				"=https://www.youtube.com/watch?v={{ $json.uploadId }} {{ $('Publish').item.json.uploadId }}",
			),
		],
		posts: [{ on: 'youtube', files: ['film.mp4'] }],
		seen: [expect.stringMatching(/^https:\S+ \S+$/)],
	},
]);

import type { IDataObject } from 'n8n-workflow';

import { createUploadFile } from '../../../nodes/Postiz/media/mediaFile';
import type { Network } from '../../../nodes/Postiz/networks/networkTypes';
import type { PostContent } from '../../../nodes/Postiz/posts/desiredPost';
import { isErrorIssue } from '../../../nodes/Postiz/posts/issue';
import { findPostIssues } from '../../../nodes/Postiz/publishing/validate/findPostIssues';
import type { PostPayload, RequestFields } from '../../../nodes/Postiz/transport/apiTypes';

const POST: PostPayload['value'] = [{ content: 'Fresh beans', image: [] }];

interface Sent {
	source?: PostContent['source'];
	value?: PostPayload['value'];
	type?: RequestFields['type'];
}

/** What a person sees of a post with these settings, without the label of the channel. */
export function listProblems(
	network: Network,
	settings: IDataObject,
	{ source = 'json', value = POST, type = 'draft' }: Sent = {},
): string[] {
	const target = {
		id: 'channel',
		label: 'Channel',
		name: 'Acme Coffee',
		identifier: network.identifier,
		network,
	};
	const parts = value.map(({ content, image }) => ({
		content,
		files: image.map(createUploadFile),
	}));
	const post = { source, target, parts, settings, settingFiles: {} };
	return findPostIssues(post, { isDraft: type === 'draft' })
		.filter(isErrorIssue)
		.map(({ message, remedy }) => [message, remedy].filter(Boolean).join('. '));
}

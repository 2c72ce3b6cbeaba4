import type { IDataObject } from 'n8n-workflow';

import { checkPost } from '../../../nodes/Postiz/channels/checkPost';
import type { Provider } from '../../../nodes/Postiz/providers/types';
import type { PostItem, PostType } from '../../../nodes/Postiz/transport/types';

const POST: PostItem['value'] = [{ content: 'Fresh beans', image: [] }];

interface Sent {
	isInForm?: boolean;
	value?: PostItem['value'];
	type?: PostType;
}

/** What a person sees of a post with these settings, without the label of the channel. */
export function problemsOf(
	provider: Provider,
	settings: IDataObject,
	{ isInForm = false, value = POST, type = 'draft' }: Sent = {},
): string[] {
	const item = {
		integration: { id: 'channel' },
		value,
		settings: { ...settings, __type: provider.identifier },
	};
	const target = { label: 'Channel', provider, isDetected: false, isInForm };
	return checkPost(item, target, type).map(({ message }) => message.replace('Channel: ', ''));
}

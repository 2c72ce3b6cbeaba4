import { field, option } from '../form/fieldBuilders';
import type { Authentication } from '../transport/apiTypes';

/** The field to choose how to sign in. */
export const authenticationField = field.choice('Authentication', 'authentication', {
	options: [option('API Key', 'apiKey'), option('OAuth2', 'oAuth2')],
	default: 'apiKey',
	description: 'How the node signs in to Postiz',
});

/** Shows and requires a credential only for its way to sign in. */
export function showForAuthentication(authentication: Authentication) {
	return { required: true, displayOptions: { show: { authentication: [authentication] } } };
}

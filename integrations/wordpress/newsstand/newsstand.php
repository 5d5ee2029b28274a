<?php
/**
 * Plugin Name: Newsstand
 * Description: Store, subscriptions, gifts, donations, check-out, login and accounts of a magazine's Newsstand on its WordPress site.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 8.2
 * License: GPL-2.0-or-later
 * Text Domain: newsstand
 * Domain Path: /languages
 */

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

const VERSION = '0.1.0';
const FILE = __FILE__;

require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/api.php';
require_once __DIR__ . '/includes/calls.php';
require_once __DIR__ . '/includes/theme.php';
require_once __DIR__ . '/includes/widgets.php';
require_once __DIR__ . '/includes/paths.php';
require_once __DIR__ . '/includes/shop-pages.php';
require_once __DIR__ . '/includes/hints.php';
require_once __DIR__ . '/includes/menus.php';
require_once __DIR__ . '/includes/entitlement.php';
require_once __DIR__ . '/includes/users.php';
require_once __DIR__ . '/includes/sitemap.php';
require_once __DIR__ . '/includes/sketches.php';
require_once __DIR__ . '/includes/blocks.php';
require_once __DIR__ . '/includes/check.php';
require_once __DIR__ . '/includes/settings-page.php';

// A translation is languages/newsstand-de_DE.mo, made of newsstand.pot, or one of the site's own in
// wp-content/languages/plugins.
add_action('init', fn() => load_plugin_textdomain('newsstand', false, dirname(plugin_basename(__FILE__)) . '/languages'), 0);

register_activation_hook(__FILE__, function (): void {
    add_rules();
    flush_rewrite_rules();
});
register_deactivation_hook(__FILE__, 'flush_rewrite_rules');

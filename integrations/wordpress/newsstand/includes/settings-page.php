<?php
// Settings → Newsstand.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

const FIELDS = [
    'loader' => ['Loader', 'The shell’s address, such as https://shell.example'],
    'api' => ['API', 'Where this server reaches the commerce API, such as https://api.example'],
    'publication' => ['Publication', 'Its id at the API; main, unless it has several'],
    'secret' => ['Secret', 'The API’s ENTITLEMENT_SECRET; only the check below reads it, to find a wrong clock or address. It may stay empty'],
    'signed_by' => ['Signed by', 'The API’s own address (API_URL), where it is not this site’s'],
];

add_action('admin_init', fn() => register_setting('newsstand', 'newsstand', ['sanitize_callback' => clean_settings(...)]));

add_action('admin_menu', fn() => add_options_page('Newsstand', 'Newsstand', 'manage_options', 'newsstand', settings_page(...)));

add_filter('plugin_action_links_' . plugin_basename(FILE), fn(array $links): array => [
    sprintf('<a href="%s">%s</a>', esc_url(admin_url('options-general.php?page=newsstand')), esc_html__('Settings')),
    ...$links,
]);

add_action('admin_post_newsstand_pages', function (): void {
    if (!current_user_can('manage_options')) wp_die('', '', ['response' => 403]);
    check_admin_referer('newsstand_pages');
    wp_safe_redirect(admin_url('options-general.php?page=newsstand&made=' . count(create_pages())));
    exit;
});

function settings_page(): void
{
    echo '<div class="wrap"><h1>Newsstand</h1>';
    if (isset($_GET['made'])) printf('<div class="notice notice-success"><p>%d pages were made.</p></div>', (int) $_GET['made']);
    if (isset($_GET['check'])) show_check();
    echo '<form method="post" action="options.php">';
    settings_fields('newsstand');
    echo '<table class="form-table" role="presentation">';
    foreach (FIELDS as $name => [$label, $help]) field($name, $label, $help);
    echo '<tr><th scope="row">Calls of the browser</th><td><fieldset><legend class="screen-reader-text">Calls of the browser</legend>';
    foreach (CALLS as $value => $words) {
        printf(
            '<p><label><input type="radio" name="newsstand[calls]" value="%s" %s %s> %s</label></p>',
            esc_attr($value),
            checked(setting('calls'), $value, false),
            disabled(is_fixed('calls'), true, false),
            esc_html($words),
        );
    }
    echo '</fieldset></td></tr>';
    printf(
        '<tr><th scope="row">Users</th><td><label><input type="checkbox" name="newsstand[users]" value="linked" %s %s> Readers who are logged in are users of this site as well, who may read and comment</label></td></tr></table>',
        checked(setting('users'), 'linked', false),
        disabled(is_fixed('users'), true, false),
    );
    submit_button();
    echo '</form><h2>Check</h2><p>Asks the API, the loader, the secret and this site whether all is well.</p>';
    printf('<p><a class="button" href="%s">Check now</a></p>', esc_url(admin_url('options-general.php?page=newsstand&check=1')));
    echo '<h2>Pages</h2><p>Makes the pages of store, product, check-out, subscriptions, gifts, donations, login and account that are missing. None is changed.</p>';
    printf('<form method="post" action="%s">', esc_url(admin_url('admin-post.php')));
    echo '<input type="hidden" name="action" value="newsstand_pages">';
    wp_nonce_field('newsstand_pages');
    submit_button('Make the pages', 'secondary');
    echo '</form></div>';
}

function field(string $name, string $label, string $help): void
{
    $is_secret = $name === 'secret';
    printf(
        '<tr><th scope="row"><label for="newsstand-%1$s">%2$s</label></th><td><input class="regular-text" id="newsstand-%1$s" name="newsstand[%1$s]" type="%3$s" value="%4$s" autocomplete="off" %5$s><p class="description">%6$s.</p></td></tr>',
        esc_attr($name),
        esc_html($label),
        $is_secret ? 'password' : 'text',
        esc_attr($is_secret ? '' : setting($name)),
        disabled(is_fixed($name), true, false) . ($is_secret && setting('secret') !== '' ? ' placeholder="••••••••"' : ''),
        esc_html($help . (is_fixed($name) ? ' (set in wp-config.php)' : '')),
    );
}

function show_check(): void
{
    echo '<div class="notice notice-info" id="newsstand-check"><ul>';
    foreach (check() as ['ok' => $is_well, 'words' => $words]) printf('<li>%s %s</li>', $is_well ? '✓' : '✗', esc_html($words));
    if (setting('calls') !== 'browser') echo '<li id="newsstand-calls">… The calls of the browser to this site’s own address are being tried.</li>';
    echo '</ul></div>';
    if (setting('calls') === 'browser') return;
    // Whether this address leads to the API is the browser's to see: this server may not reach itself, and a cache stands before it.
    $address = wp_json_encode(home_url('/api/health/ready'), JSON_HEX_TAG | JSON_UNESCAPED_SLASHES);
    $hint = setting('calls') === 'server' ? 'The web server has to pass /api, /oauth and /logout on.' : 'Something before WordPress answers it; “plain” permalinks do so, too.';
    $hint = wp_json_encode($hint, JSON_HEX_TAG);
    wp_print_inline_script_tag(<<<JS
        fetch($address, { cache: 'no-store' }).then(
          (answer) => answer.ok && /json/.test(answer.headers.get('content-type')) ? '✓ This site’s /api leads to the API.' : '✗ At ' + $address + ' there is not the API, but ' + answer.status + '. ' + $hint,
          () => '✗ ' + $address + ' does not answer.',
        ).then((words) => { document.getElementById('newsstand-calls').textContent = words; });
        JS);
}

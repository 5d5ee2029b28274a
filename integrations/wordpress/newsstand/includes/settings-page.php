<?php
// Settings → Newsstand.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/** Name of each text field => its label, and what belongs into it. */
function fields(): array
{
    return [
        'loader' => [__('Loader', 'newsstand'), __('The shell’s address, such as https://shell.example.', 'newsstand')],
        'api' => [__('API', 'newsstand'), __('Where this server reaches the commerce API, such as https://api.example.', 'newsstand')],
        'publication' => [__('Publication', 'newsstand'), __('The id of the publication that this API serves; main, unless yours has another. Each publication has an API address of its own; the check below says when this is not the one.', 'newsstand')],
        'secret' => [__('Secret', 'newsstand'), __('The API’s ENTITLEMENT_SECRET; only the check below reads it, to find a wrong clock or address. It may stay empty.', 'newsstand')],
        'signed_by' => [__('Signed by', 'newsstand'), __('The API’s own address (API_URL), where it is not this site’s.', 'newsstand')],
    ];
}

function words_of_calls(string $calls): string
{
    return match ($calls) {
        'plugin' => __('This site, through this plugin: works anywhere, and costs each call a start of WordPress', 'newsstand'),
        'server' => __('This site, through its web server, which passes /api, /oauth and /logout on: the quickest', 'newsstand'),
        'browser' => __('The API itself, on its own address: it must list this site in ALLOWED_ORIGINS', 'newsstand'),
    };
}

add_action('admin_init', fn() => register_setting('newsstand', 'newsstand', ['sanitize_callback' => keep_settings(...)]));

/** As it is kept; what was typed for an address and is none is said beside the settings, and stays in its field. */
function keep_settings(mixed $given): array
{
    $none = no_addresses($given);
    // WordPress may ask twice for one form, the second time with what was made of it.
    if ($none !== []) set_transient(key_of_typed(), $none, MINUTE_IN_SECONDS);
    foreach ($none as $name => $typed) {
        // WordPress prints it as HTML.
        $words = esc_html(words_of_refused($name, $typed));
        if (!in_array($words, array_column(get_settings_errors('newsstand'), 'message'), true)) add_settings_error('newsstand', "newsstand_$name", $words);
    }
    return clean_settings($given);
}

/** What is said of an address that is not taken, above the settings and beside its field. */
function words_of_refused(string $name, string $typed): string
{
    $words = no_address($name, $typed)['words'];
    /* translators: %s: an address */
    return setting($name) === '' ? $words : $words . ' ' . sprintf(__('%s is kept.', 'newsstand'), setting($name));
}

/** Where the settings' page finds, after WordPress has led back to it, what somebody typed and could not save. */
function key_of_typed(): string
{
    return 'newsstand_typed_' . get_current_user_id();
}

add_action('admin_menu', fn() => add_options_page('Newsstand', 'Newsstand', 'manage_options', 'newsstand', settings_page(...)));

add_filter('plugin_action_links_' . plugin_basename(FILE), fn(array $links): array => [
    sprintf('<a href="%s">%s</a>', esc_url(admin_url('options-general.php?page=newsstand')), esc_html__('Settings', 'newsstand')),
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
    if (isset($_GET['made'])) {
        $made = (int) $_GET['made'];
        /* translators: %d: how many */
        $words = sprintf(_n('%d page was made.', '%d pages were made.', $made, 'newsstand'), $made);
        printf('<div class="notice notice-success"><p>%s</p></div>', esc_html($words));
    }
    $saved = [setting('api'), setting('calls')];
    $has_secret = setting('secret') !== '';
    $sent = get_transient(key_of_typed()) ?: [];
    delete_transient(key_of_typed());
    $refused = $sent;
    $is_check = isset($_POST['newsstand_check']);
    if ($is_check) {
        check_admin_referer('newsstand-options');
        $typed = wp_unslash($_POST['newsstand'] ?? []);
        $sent = is_array($typed) ? $typed : [];
        $refused = no_addresses($sent);
        tried_settings(clean_settings($sent));
        show_check($refused, $saved === [setting('api'), setting('calls')]);
    }
    echo '<form method="post" action="options.php">';
    settings_fields('newsstand');
    echo '<table class="form-table" role="presentation">';
    foreach (fields() as $name => [$label, $help]) field($name, $label, $help, $name === 'secret' && $has_secret, $sent, $refused[$name] ?? null);
    $calls = esc_html__('Calls of the browser', 'newsstand');
    echo "<tr><th scope=\"row\">$calls</th><td><fieldset><legend class=\"screen-reader-text\">$calls</legend>";
    foreach (CALLS as $value) {
        printf(
            '<p><label><input type="radio" name="newsstand[calls]" value="%s" %s %s> %s</label></p>',
            esc_attr($value),
            checked(setting('calls'), $value, false),
            disabled(is_fixed('calls'), true, false),
            esc_html(words_of_calls($value)),
        );
    }
    echo '</fieldset></td></tr>';
    printf(
        '<tr><th scope="row">%s</th><td><label><input type="checkbox" name="newsstand[users]" value="linked" %s %s> %s</label></td></tr></table>',
        esc_html__('Users', 'newsstand'),
        checked(setting('users'), 'linked', false),
        disabled(is_fixed('users'), true, false),
        esc_html__('Readers who are logged in are users of this site as well, who may read and comment', 'newsstand'),
    );
    echo '<p class="submit">';
    submit_button('', 'primary', 'submit', false);
    // Typed settings are tried before they are kept: a wrong one would take the shop off the site.
    printf(
        ' <button class="button" name="newsstand_check" value="1" formaction="%s">%s</button></p>',
        esc_url(admin_url('options-general.php?page=newsstand')),
        esc_html__('Check what is typed', 'newsstand'),
    );
    printf('<p class="description">%s</p></form>', esc_html__('The check asks the API, the loader, the secret and this site whether all is well. It saves nothing.', 'newsstand'));
    printf(
        '<h2>%s</h2><p>%s</p><form method="post" action="%s">',
        esc_html__('Pages', 'newsstand'),
        esc_html__('Makes the pages of store, product, check-out, subscriptions, gifts, donations, login and account that are missing. None is changed.', 'newsstand'),
        esc_url(admin_url('admin-post.php')),
    );
    echo '<input type="hidden" name="action" value="newsstand_pages">';
    wp_nonce_field('newsstand_pages');
    submit_button(__('Make the pages', 'newsstand'), 'secondary');
    echo '</form></div>';
}

/** What was just sent stays in its field, right or wrong (`$refused`). A secret that is kept is never shown. */
function field(string $name, string $label, string $help, bool $has_secret, array $sent, ?string $refused): void
{
    $is_secret = $name === 'secret';
    $typed = $refused === '' ? setting($name) : (string) ($sent[$name] ?? ($is_secret ? '' : setting($name)));
    printf(
        '<tr><th scope="row"><label for="newsstand-%1$s">%2$s</label></th><td><input class="regular-text" id="newsstand-%1$s" name="newsstand[%1$s]" type="%3$s" value="%4$s" autocomplete="off" aria-describedby="newsstand-%1$s-help" %5$s>',
        esc_attr($name),
        esc_html($label),
        $is_secret ? 'password' : 'text',
        esc_attr(is_fixed($name) && !$is_secret ? setting($name) : $typed),
        disabled(is_fixed($name), true, false) . ($has_secret ? ' placeholder="••••••••"' : '') . ($refused === null ? '' : ' aria-invalid="true"'),
    );
    if ($has_secret && !is_fixed($name)) {
        $is_ticked = checked(isset($sent['no_secret']), true, false);
        printf(' <label><input type="checkbox" name="newsstand[no_secret]" value="1" %s> %s</label>', $is_ticked, esc_html__('Take it away', 'newsstand'));
    }
    printf(
        '<p class="description" id="newsstand-%s-help">%s%s</p></td></tr>',
        esc_attr($name),
        $refused === null ? '' : '<strong>✗ ' . esc_html(words_of_refused($name, $refused)) . '</strong><br>',
        esc_html($help . (is_fixed($name) ? ' ' . __('(Set in wp-config.php.)', 'newsstand') : '')),
    );
}

/** `$is_kept`: whether the calls of the browser lead already to where they will. */
function show_check(array $no_addresses, bool $is_kept): void
{
    echo '<div class="notice notice-info" id="newsstand-check"><ul>';
    $found = check($no_addresses);
    foreach ($found as ['ok' => $is_well, 'words' => $words]) {
        $mark = match ($is_well) { true => '✓', null => '⚠', false => '✗' };
        printf('<li>%s %s</li>', $mark, esc_html($words));
    }
    $loader = isset($no_addresses['loader']) ? '' : loader_url();
    if ($loader !== '') printf('<li id="newsstand-loader-tried">… %s</li>', esc_html__('Whether browsers reach the loader is being tried.', 'newsstand'));
    // As a page of the site asks it, which this one may be no page of.
    $asks_api = setting('calls') === 'browser' && setting('api') !== '' && !isset($no_addresses['api']) && is_own_address(admin_url());
    if ($asks_api) printf('<li id="newsstand-api-tried">… %s</li>', esc_html__('Whether browsers reach the API is being tried.', 'newsstand'));
    // What this plugin passes on ends where the API, of which the check says first how it is, does not answer: nothing
    // before WordPress is to blame.
    $asks_here = match (setting('calls')) { 'browser' => false, 'plugin' => $found[0]['ok'] === true, default => true };
    if ($asks_here) {
        $waiting = $is_kept
            ? __('The calls of the browser to this site’s own address are being tried.', 'newsstand')
            : __('Whether this site’s own address leads to the API can be tried once this is saved.', 'newsstand');
        printf('<li id="newsstand-calls">… %s</li>', esc_html($waiting));
    }
    echo '</ul></div>';
    if ($loader !== '' && is_own_address($loader)) {
        try_in_browser('newsstand-loader-tried', $loader, 'javascript', OF_THE_LOADER, [
            /* translators: %s: an address */
            'well' => sprintf(__('The loader is at %s.', 'newsstand'), $loader),
            /* translators: %1$s: an address, %2$s: a number */
            'other' => sprintf(__('At %1$s, which is this site’s own address, there is not the loader, but %2$s: type the address of the shop’s own server.', 'newsstand'), $loader, '{status}'),
        ]);
    } elseif ($loader !== '') {
        /* translators: %s: an address */
        try_to_reach('newsstand-loader-tried', $loader, sprintf(__('This browser reaches %s.', 'newsstand'), $loader));
    }
    if ($asks_api) {
        $api = setting('api');
        try_in_browser('newsstand-api-tried', "$api/api/cart", 'json', '', [
            /* translators: %s: an address */
            'well' => sprintf(__('This browser reaches %s.', 'newsstand'), $api),
            /* translators: %1$s: an address, %2$s: a number */
            'other' => sprintf(__('At %1$s there is not the API, but %2$s.', 'newsstand'), $api, '{status}'),
            /* translators: %s: an address */
            'none' => sprintf(__('This browser gets no answer from %s: readers need an address that theirs reach, and the API must let pages of this site call it.', 'newsstand'), $api),
        ]);
    }
    if (!$asks_here || !$is_kept) return;
    // Whether this address leads to the API is the browser's to see: this server may not reach itself, and a cache
    // stands before it.
    $address = home_url('/api/health/ready');
    $hint = setting('calls') === 'server'
        ? __('The web server has to pass /api, /oauth and /logout on.', 'newsstand')
        : __('Something before WordPress answers it; “plain” permalinks do so, too.', 'newsstand');
    try_in_browser('newsstand-calls', $address, 'json', '', [
        'well' => __('This site’s /api leads to the API.', 'newsstand'),
        /* translators: %1$s: an address, %2$s: a number */
        'other' => sprintf(__('At %1$s there is not the API, but %2$s.', 'newsstand'), $address, '{status}') . " $hint",
    ]);
}

/**
 * The same of another site's address: whether it answers is all that a browser says of it, and this server has looked
 * at what is there.
 */
function try_to_reach(string $id, string $address, string $well): void
{
    try_in_browser($id, $address, '', '', [
        'well' => $well,
        'other' => '',
        /* translators: %s: an address */
        'none' => sprintf(__('This browser does not reach %s: readers need an address that theirs reach, and not one inside of your network.', 'newsstand'), $address),
    ]);
}

/**
 * Writes into the line of the check that has an id what is found at an address: a file of this type, with this in it;
 * without a type anything.
 */
function try_in_browser(string $id, string $address, string $type, string $holds, array $words): void
{
    $tried = wp_json_encode([
        'id' => $id,
        'address' => $address,
        'type' => $type,
        'holds' => $holds,
        'well' => '✓ ' . $words['well'],
        'other' => '✗ ' . $words['other'],
        /* translators: %s: an address */
        'none' => '✗ ' . ($words['none'] ?? sprintf(__('%s does not answer.', 'newsstand'), $address)),
    ], JSON_HEX_TAG | JSON_UNESCAPED_SLASHES);
    wp_print_inline_script_tag(<<<JS
        (({ id, address, type, holds, well, other, none }) => {
          const line = document.getElementById(id);
          const look = async () => {
            const mode = type ? 'cors' : 'no-cors';
            const answer = await fetch(address, { mode, credentials: 'include', cache: 'no-store', signal: AbortSignal.timeout(15000) });
            if (!type) return well;
            const isType = answer.ok && (answer.headers.get('content-type') ?? '').includes(type);
            return isType && (await answer.text()).includes(holds) ? well : other.replace('{status}', answer.status);
          };
          look().catch(() => none).then((said) => { line.textContent = said; });
        })($tried);
        JS);
}
